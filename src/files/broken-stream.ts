/** Why a stream of bytes broke off: cut, which some readers can live with, or damaged, which nobody should. */
import { messageOf } from "../errors.js";

export interface Break {
  /** The file ends too early; what came before is as it was written. */
  isCut: boolean;
  reason: string;
}

export function describeBreak(error: unknown): Break {
  const { code: given } = (error ?? {}) as NodeJS.ErrnoException;
  const code = String(given ?? "");
  if (code === "Z_BUF_ERROR") return { isCut: true, reason: "its gzip data ends too early" };
  if (code.startsWith("Z_"))
    return { isCut: false, reason: `its gzip data is damaged (${messageOf(error)})` };
  if (code === "BZ_CUT") return { isCut: true, reason: "its bzip2 data ends too early" };
  if (code === "BZ_DATA") return { isCut: false, reason: "its bzip2 data is damaged" };
  return { isCut: false, reason: messageOf(error) };
}
