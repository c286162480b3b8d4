/** The names of a build with their priors, made of what the name file and the counts in texts say of each. */
import type { SurfaceInfo } from "../knowledge-base.js";
import { nameSources, TITLES } from "../name-sources.js";
import { priorWeights } from "../prior-weights.js";
import type { NameEvidence } from "../priors.js";
import { mixSurface, type SurfaceStatistics } from "../stores/create-knowledge-base.js";
import { certainMeaning } from "./found-names.js";
import { evidenceOf, type NameGroup, type NamePart, readNameFile } from "./name-file.js";
import { isPerson, placeOfShort } from "./short-names.js";
import type { TextStatistics } from "./surface-statistics.js";

const DERIVED = nameSources.rule | nameSources.part;

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
      const mix = (found: NameEvidence[]) => mixSurface(surface, found, (row) => popularity[row], counted);
      const mixed = mix(evidence);
      meaning[index] = certainMeaning(mixed);
      const used = statistics && withShortNames(names, rowOf, statistics, index);
      yield used ? mix(used) : mixed;
    }
    index++;
  }
}

/** What counts where a word is the first or last of the name of somebody whom enough texts call so; undefined where it is nobody's. What words surely mean, for vectors, is left to links and titles. */
function withShortNames(
  names: NameGroup["names"],
  rowOf: ArrayLike<number>,
  { short, shortNames }: NonNullable<NameSource["statistics"]>,
  surface: number,
): NameEvidence[] | undefined {
  // a page of Heidelberg University that has "Heidelberg" means the town, one of the NFL Draft the league
  const isTitle = names.some(({ sources }) => (sources & TITLES) !== 0);
  const linksOf = ({ entity, sources }: NameGroup["names"][number]) => {
    const place = sources & DERIVED ? placeOfShort(short, surface, entity) : -1;
    if (place < 0 || (isTitle && !(sources & TITLES) && !isPerson(short, entity))) return 0;
    return Math.round(shortNames[place] * priorWeights.shortName);
  };
  if (!names.some((name) => linksOf(name) > 0)) return undefined;
  const counted = names.map((name) => {
    const links = linksOf(name);
    const sources = links > 0 ? name.sources | nameSources.link : name.sources;
    return { ...name, count: name.count + links, sources };
  });
  return evidenceOf(counted, rowOf);
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
