/** Every command with its summary; a command's own file is loaded only when it is called. */
import type { Command } from "commander";

export interface CommandEntry {
  name: string;
  summary: string;
  /** Loads the file of the command. Left out for a group. */
  load?: () => Promise<{ createCommand(): Command }>;
  /** The commands of a group (`mulrel kb build`). */
  commands?: CommandEntry[];
}

export const commands: CommandEntry[] = [
  {
    name: "version",
    summary: "print the versions of mulrel, Node.js and the numeric kernels",
    load: () => import("./version.js"),
  },
];
