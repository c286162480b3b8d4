/** The names of a build in one file, a surface after the other, each with its entities. */
import { AppendFile, BlockReader } from "../../files/append-file.js";
import { linksThatCount, type NameEvidence } from "../priors.js";

export interface NameGroup {
  surface: string;
  /** Entity numbers of the build, not yet rows. */
  names: { entity: number; count: number; tables: number; sources: number }[];
}

/** Room for a surface and its numbers; more than any record takes is asked for record by record. */
const FRONT = 1024;
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

export function writeNameFile(path: string, groups: Iterable<NameGroup>): number {
  const file = new AppendFile(path);
  let size = 0;
  for (const group of groups) {
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
  return size;
}

export function* readNameFile(path: string): IterableIterator<NameGroup> {
  const blocks = new BlockReader(path);
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
