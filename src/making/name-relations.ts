/** What the relations of a made linker connect, found out on texts that took no part in its training. */
import { readPreparedDocuments } from "../features/prepared-document.js";
import { type NamedRelation, RelationNamer } from "../linker/relation-names.js";
import { loadLinker } from "../loading/load-linker.js";

/** Texts looked at, and how much of each; explanations are a page for every pair of names. */
const TEXTS = 80;
const LENGTH = 1500;

/** Names for the relations of the linker in a folder; none where its entities have no types. */
export async function nameRelations(
  folder: string,
  texts: AsyncIterable<string>,
  { most = TEXTS, signal }: { most?: number; signal?: AbortSignal } = {},
): Promise<NamedRelation[]> {
  const linker = await loadLinker(folder);
  const namer = new RelationNamer();
  try {
    let count = 0;
    for await (const text of texts) {
      signal?.throwIfAborted();
      if (count++ >= most) break;
      namer.add(linker.link(text.slice(0, LENGTH), { explain: true }));
    }
  } finally {
    linker.close();
  }
  return namer.named();
}

/** The texts of prepared documents that have one. */
export async function* textsOf(path: string): AsyncGenerator<string> {
  for await (const { text } of readPreparedDocuments(path)) if (text) yield text;
}
