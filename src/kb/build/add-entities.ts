/** Entities and names from CSV or JSONL into an existing knowledge base, without building it again. */
import { stat } from "node:fs/promises";
import type { EntityRecord } from "../../corpus/catalogue-entry.js";
import type { OnWarning } from "../../corpus/page.js";
import { writeFileAtomically } from "../../files/atomic-file.js";
import { sha256OfFile } from "../../files/hash.js";
import { withWriteLock } from "../../files/write-lock.js";
import { english } from "../../languages/english.js";
import type { Entity } from "../../types.js";
import { contentsOf } from "../contents.js";
import { languageOfKb } from "../kb-language.js";
import type { KnowledgeBase, SurfaceInfo } from "../knowledge-base.js";
import { encodeKnowledgeBase } from "../stores/file-writer.js";
import { openTables } from "../stores/lmdb-database.js";
import { dropStoreDigest, writeStoreDigest } from "../stores/lmdb-digest.js";
import { knowledgeBaseOfTables } from "../stores/lmdb-store.js";
import { putEntity, putInfo, putSurface } from "../stores/lmdb-writer.js";
import { openKnowledgeBase } from "../stores/open-knowledge-base.js";
import { encodePackedKnowledgeBase } from "../stores/packed-writer.js";
import { settleStore } from "../stores/replaced-store.js";
import { loadTypeClassifier } from "../types/load-classifier.js";
import type { TypeClassifier } from "../types/type-classifier.js";
import { addKinds, fileName, readEntityRecords, tellEmpty, warnOfRepeated } from "./catalogue.js";
import { type Additions, type AddResult, collectAdditions } from "./collect-additions.js";

export interface AddOptions {
  rules?: boolean;
  onWarning?: OnWarning;
  signal?: AbortSignal;
}

/**
 * A record whose id (or, without one, title) is known adds its names to that entity and puts its description, address, count and kind in the
 * place of the old ones; any other becomes a new entity.
 *
 * ```ts
 * import { addToKnowledgeBase } from "mulrel/kb";
 *
 * const { added, extended } = await addToKnowledgeBase("products.kb", ["new-products.csv"]);
 * console.log(`${added} new, ${extended} with more names`);
 * ```
 */
export function addToKnowledgeBase(
  path: string,
  files: string[],
  options: AddOptions = {},
): Promise<AddResult> {
  return withWriteLock(path, "kb add", async () => {
    await settleStore(path);
    // a wrong path is told before a long list is read
    (await openKnowledgeBase(path)).close();
    const list = await readList(files, options);
    const isFile = (await stat(path).catch(() => undefined))?.isFile() ?? false;
    const add = isFile ? addToFile : addInPlace;
    const { added, extended, surfaces, repeated } = await add(path, list, options.rules ?? true);
    warnOfRepeated(repeated, options.onWarning);
    return { added, extended, surfaces };
  });
}

/** What is to be added, and where it comes from. */
interface RecordList {
  records: EntityRecord[];
  sources: { name: string; sha256: string }[];
  /** Tells what those are that do not say it themselves. */
  classifier: TypeClassifier;
}

async function readList(files: string[], options: AddOptions): Promise<RecordList> {
  const list: RecordList = { records: [], sources: [], classifier: await loadTypeClassifier() };
  for (const file of files) {
    for await (const record of readEntityRecords(file, options)) list.records.push(record);
    list.sources.push({
      name: fileName(file),
      sha256: file === "-" ? "" : await sha256OfFile(file, options.signal),
    });
  }
  if (list.records.length === 0) tellEmpty(files, { mayBeEmpty: true, onWarning: options.onWarning });
  return list;
}

async function addToFile(path: string, list: RecordList, rules: boolean): Promise<Additions> {
  const kb = await openKnowledgeBase(path);
  const additions = describedAdditions(kb, list, rules);
  const contents = contentsOf(kb);
  const encode = kb.info.format === "packed" ? encodePackedKnowledgeBase : encodeKnowledgeBase;
  await writeFileAtomically(
    path,
    encode({
      ...contents,
      sources: [...contents.sources, ...list.sources],
      settings: withAdded(contents.settings, additions.added),
      entities: concatenate(replaced(contents.entities, additions.richer), additions.entities),
      surfaces: withChanged(contents.surfaces, additions.changed),
    }),
  );
  kb.close();
  return additions;
}

function describedAdditions(
  kb: KnowledgeBase,
  { records, classifier }: RecordList,
  rules: boolean,
): Additions {
  const additions = collectAdditions(kb, records, rules);
  const language = languageOfKb(kb);
  if (language === english) addKinds(additions.entities, classifier);
  return additions;
}

function* replaced(entities: Iterable<Entity>, richer: Map<number, Entity>): IterableIterator<Entity> {
  for (const entity of entities) yield richer.get(entity.row) ?? entity;
}

/** Rows are given and names read inside the transaction that writes them: nobody can have come between. */
async function addInPlace(path: string, list: RecordList, rules: boolean): Promise<Additions> {
  const tables = openTables(path, { readOnly: false });
  dropStoreDigest(path);
  try {
    const additions = tables.root.transactionSync(() => {
      const kb = knowledgeBaseOfTables(tables, path);
      const additions = describedAdditions(kb, list, rules);
      for (const entity of [...additions.richer.values(), ...additions.entities]) {
        putEntity(tables, entity, "");
      }
      let fresh = 0;
      for (const surface of additions.changed.values()) {
        if (!tables.surfaces.getBinaryFast(surface.surface)) fresh++;
        putSurface(tables, surface);
      }
      const { info } = kb;
      putInfo(tables, {
        ...info,
        sources: [...info.sources, ...list.sources],
        settings: withAdded(info.settings, additions.added),
        entities: info.entities + additions.added,
        surfaces: info.surfaces + fresh,
      });
      return additions;
    });
    await tables.root.flushed;
    await tables.root.close();
    await writeStoreDigest(path);
    return additions;
  } finally {
    await tables.root.close();
  }
}

/** Remembers how many of the last entities have no text in KB.texts. */
function withAdded(settings: Record<string, unknown>, added: number): Record<string, unknown> {
  return added === 0 ? settings : { ...settings, added: Number(settings.added ?? 0) + added };
}

function* concatenate<T>(first: Iterable<T>, second: Iterable<T>): IterableIterator<T> {
  yield* first;
  yield* second;
}

/** Changed surfaces in the place of the old ones, new ones where they belong in the order. */
function* withChanged(
  surfaces: Iterable<SurfaceInfo>,
  changed: Map<string, SurfaceInfo>,
): IterableIterator<SurfaceInfo> {
  const fresh = changed.values();
  let next = fresh.next();
  for (const info of surfaces) {
    while (!next.done && next.value.surface < info.surface) {
      yield next.value;
      next = fresh.next();
    }
    if (!next.done && next.value.surface === info.surface) {
      yield next.value;
      next = fresh.next();
    } else yield info;
  }
  while (!next.done) {
    yield next.value;
    next = fresh.next();
  }
}
