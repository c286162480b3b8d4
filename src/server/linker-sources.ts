/** Which linkers a server has: the shipped one, one of the caller's, or several under names. */
import { LinkingError } from "../errors.js";
import { type LinkerSource, linkerSourceNames } from "../loading/linker-source.js";
import { withSharedMemory } from "../loading/shared-model.js";
import { checkNames, show } from "../options.js";
import { workerFile } from "../workers/worker-file.js";
import type { LinkerModules, ServiceModule } from "./answer-worker.js";

/** Several linkers under names; `?model=NAME` chooses one, and the first answers who names none. */
export interface NamedLinkers {
  linkers: Record<string, LinkerSource | ServiceModule>;
}

/** The name of a linker that was given without one. */
const ONLY = "default";
/** What stands in an address as it is. */
export const LINKER_NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** `changes`: folder with changes of own entities, which all linkers but a caller's own modules follow. */
export function linkerModules(
  source: LinkerSource | ServiceModule | NamedLinkers,
  changes?: string,
): LinkerModules {
  if (!("linkers" in source)) return { [ONLY]: moduleOf(source, changes) };
  const entries = Object.entries(source.linkers);
  if (entries.length === 0) {
    throw new LinkingError(
      "bad-input",
      "The option linkers is empty; wanted at least one linker under a name.",
    );
  }
  for (const [name] of entries) {
    if (LINKER_NAME.test(name)) continue;
    const sentence = `A linker is named ${show(name)}; wanted letters, digits, "-", "_" and ".", at most 64 of them.`;
    throw new LinkingError("bad-input", sentence);
  }
  return Object.fromEntries(entries.map(([name, one]) => [name, moduleOf(one, changes)]));
}

/** The linkers with memory for their models that all threads of a generation, so many, share; callers' own modules look after theirs. */
export async function shareMemory(linkers: LinkerModules, threads: number): Promise<LinkerModules> {
  const ours = ourModule();
  const entries = Object.entries(linkers).map(async ([name, { module, options }]) => {
    const shared = module === ours ? await withSharedMemory(options as LinkerSource, threads) : options;
    return [name, { module, options: shared }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const ourModule = () => workerFile("./load-service.js", import.meta.url).href;

/** The module that threads load: the caller's own, or ours with the model's and the knowledge base's place. */
function moduleOf(source: LinkerSource | ServiceModule, changes?: string): ServiceModule {
  if ("module" in source) return source;
  checkNames(source, linkerSourceNames);
  const options = changes === undefined ? source : { ...source, changes };
  return { module: ourModule(), options };
}
