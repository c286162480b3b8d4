/** Look-up tables kept in a knowledge-base file, so that opening it works nothing out and reads only what is asked for. */
import { LazyNumbers, wholeBytes } from "../../files/lazy-bytes.js";
import { column, packFile, unpackFile } from "./file-format.js";
import { offsetsOf, StringTable } from "./string-table.js";

const stringSections = ["title", "id", "url", "description", "surface", "redirect"] as const;

/** Those that only files of some catalogues have. */
const rareSections = ["otherId", "extra", "phrase"] as const;

export type StringSection = (typeof stringSections | typeof rareSections)[number];

/** What a file with an index has beside the sections of every file. */
export const indexSections = [
  ...stringSections.map((key) => `${key}Offsets`),
  "recordOffsets",
  "surfaceSlots",
  "foldedFirst",
  "foldedNext",
];

/** The end of a chain. */
export const NONE = 0xffffffff;

/** Surfaces with equal low bits of the hash, chained in order; the length of `first` is a power of two. */
export interface HashChains {
  first: Uint32Array;
  next: Uint32Array;
}

export function chainByHash(hashes: Uint32Array): HashChains {
  let capacity = 4;
  while (capacity < hashes.length) capacity *= 2;
  const first = new Uint32Array(capacity).fill(NONE);
  const next = new Uint32Array(hashes.length);
  for (let i = hashes.length - 1; i >= 0; i--) {
    const slot = hashes[i] & (capacity - 1);
    next[i] = first[slot];
    first[slot] = i;
  }
  return { first, next };
}

/** The same knowledge base with its look-up tables in the file. It opens wherever the file without them does. */
export function indexKnowledgeBase(buffer: ArrayBuffer, name: string): Uint8Array<ArrayBuffer> {
  const { header, section } = unpackFile(wholeBytes(buffer), name);
  const { sections: places, ...about } = header;
  const sections = Object.fromEntries(Object.keys(places).map((key) => [key, section(key)]));
  const offsets = (lengths: string) => offsetsOf(column(Uint16Array, section(lengths)));
  const add = (key: string, numbers: Uint32Array) => {
    sections[key] = new Uint8Array(numbers.buffer);
  };
  const present = rareSections.filter((key) => `${key}Lengths` in places);
  for (const key of [...stringSections, ...present]) add(`${key}Offsets`, offsets(`${key}Lengths`));
  add("recordOffsets", offsets("recordLengths"));
  const surfaces = new StringTable(section("surfaceBytes"), {
    offsets: new LazyNumbers(offsets("surfaceLengths")),
  });
  add("surfaceSlots", surfaces.makeSlots());
  const { first, next } = chainByHash(column(Uint32Array, section("foldedHashes")));
  add("foldedFirst", first);
  add("foldedNext", next);
  return packFile(about, sections);
}
