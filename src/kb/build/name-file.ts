/** The names of a build in one file, a surface after the other, each with its entities. */
import { AppendFile, BlockReader } from "../../files/append-file.js";
import { linksThatCount, type NameEvidence } from "../priors.js";

export interface NameGroup {
  surface: string;
  /** Entity numbers of the build, not yet rows. */
  names: { entity: number; count: number; tables: number; sources: number }[];
}

/** So many surfaces, or what is left of them, that can be read apart from the others: where they begin and end in the file, and the place of the first. */
export interface NamePart {
  from: number;
  to: number;
  first: number;
}

/** Surfaces of a part. */
const PART = 1 << 12;

/** Room for a surface and its numbers; more than any record takes is asked for record by record. */
const FRONT = 1024;
/** What is read of a part at once; bytes. */
const PART_BLOCK = 1 << 17;
const NAME = 20;

/** What counts for priors of the names of a group, under their rows; entities without one are left out. */
export function evidenceOf(names: NameGroup["names"], rowOf: ArrayLike<number>): NameEvidence[] {
  return names
    .filter(({ entity }) => rowOf[entity] >= 0)
    .map(({ entity, count, tables, sources }) => ({
      entity: rowOf[entity],
      count: linksThatCount(count, tables),
      sources,
    }));
}

export interface NameFile {
  path: string;
  /** How many there are. */
  surfaces: number;
  parts: NamePart[];
}

export function writeNameFile(path: string, groups: Iterable<NameGroup>): NameFile {
  const file = new AppendFile(path);
  const parts: NamePart[] = [];
  let size = 0;
  for (const group of groups) {
    if (size % PART === 0) {
      if (size > 0) parts[parts.length - 1].to = file.length;
      parts.push({ from: file.length, to: Number.POSITIVE_INFINITY, first: size });
    }
    file.buffer.string(group.surface);
    file.buffer.varint(group.names.length);
    for (const n of group.names) {
      file.buffer.varint(n.entity);
      file.buffer.varint(n.count);
      file.buffer.varint(n.tables);
      file.buffer.byte(n.sources);
    }
    file.spill();
    size++;
  }
  file.close();
  return { path, surfaces: size, parts };
}

/** All surfaces, or those of a part. */
export function* readNameFile(path: string, part?: NamePart): IterableIterator<NameGroup> {
  const blocks = new BlockReader(path, part ? PART_BLOCK : undefined, part);
  const { reader } = blocks;
  try {
    while (blocks.hasMore) {
      blocks.more(FRONT);
      const surface = reader.string();
      const size = reader.varint();
      blocks.more(size * NAME);
      const names = new Array<NameGroup["names"][number]>(size);
      for (let i = 0; i < size; i++) {
        names[i] = {
          entity: reader.varint(),
          count: reader.varint(),
          tables: reader.varint(),
          sources: reader.byte(),
        };
      }
      yield { surface, names };
    }
  } finally {
    blocks.close();
  }
}
