/** The names of a build with their priors, made of what the name file and the counts in texts say of each. */
import type { SurfaceInfo } from "../knowledge-base.js";
import { mixSurface, type SurfaceStatistics } from "../stores/create-knowledge-base.js";
import { certainMeaning } from "./found-names.js";
import { evidenceOf, type NamePart, readNameFile } from "./name-file.js";
import type { TextStatistics } from "./surface-statistics.js";

/** All that priors are mixed from, where all threads see it. */
export interface NameSource {
  /** Of the name file. */
  path: string;
  /** Entity number of the build → row, −1 for none. */
  rowOf: Int32Array;
  /** By row. */
  popularity: Float64Array;
  /** Undefined when texts were not asked for. */
  statistics: Omit<TextStatistics, "pageTokens"> | undefined;
}

/** Of all names, or of a part of them; those without an entity that has a row are left out. `meaning` is filled with what each surely means. */
export function* mixNames(
  { path, rowOf, popularity, statistics }: NameSource,
  meaning: Int32Array,
  part?: NamePart,
): IterableIterator<SurfaceInfo> {
  let index = part?.first ?? 0;
  for (const { surface, names } of readNameFile(path, part)) {
    const evidence = evidenceOf(names, rowOf);
    if (evidence.length > 0) {
      const counted = statistics && statisticsOf(statistics, index);
      const mixed = mixSurface(surface, evidence, (row) => popularity[row], counted);
      meaning[index] = certainMeaning(mixed);
      yield mixed;
    }
    index++;
  }
}

/** Only what the names of a part surely mean. */
export function fillMeaning(source: NameSource, meaning: Int32Array, part: NamePart): void {
  const names = mixNames(source, meaning, part);
  while (!names.next().done);
}

function statisticsOf(statistics: NonNullable<NameSource["statistics"]>, index: number): SurfaceStatistics {
  const pages = statistics.pagesWith[index];
  return {
    textCount: statistics.textCount[index],
    linkProbability: pages > 0 ? Math.min(1, statistics.pagesLinked[index] / pages) : 0,
    lowercaseShare: statistics.lowercaseShare[index],
  };
}
