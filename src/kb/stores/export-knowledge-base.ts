/** A knowledge base into other forms: entities with their names, plain names, or another store; whole or its most popular part. */
import { createAtomicFile, writeFileAtomically } from "../../files/atomic-file.js";
import { withWriteLock } from "../../files/write-lock.js";
import { oneCell } from "../../text/safe-text.js";
import type { KnowledgeBaseContents } from "../contents.js";
import { contentsOf, keepCandidates } from "../contents.js";
import type { KnowledgeBase, SurfaceInfo } from "../knowledge-base.js";
import { describeNameSources, nameSources } from "../name-sources.js";
import { encodeKnowledgeBase } from "./file-writer.js";
import { writeLmdbKnowledgeBase } from "./lmdb-writer.js";
import { openKnowledgeBase } from "./open-knowledge-base.js";
import { encodePackedKnowledgeBase } from "./packed-writer.js";

export const exportFormats = ["jsonl", "names", "file", "packed", "lmdb"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportOptions {
  format: ExportFormat;
  /** Keep the first rows only: in a built knowledge base the most popular. */
  entities?: number;
  /** Leave descriptions out. */
  descriptions?: boolean;
  /** Leave out candidates with a smaller p̂. */
  minPrior?: number;
}

/**
 * Writes a knowledge base, open or by its path, as text or into another store.
 *
 * ```ts
 * import { exportKnowledgeBase } from "mulrel/kb";
 *
 * await exportKnowledgeBase("big.kb", "small.kb", { format: "file", entities: 50_000, descriptions: false });
 * ```
 */
export async function exportKnowledgeBase(
  source: string | KnowledgeBase,
  output: string,
  options: ExportOptions,
): Promise<void> {
  if (output === "-") await writeExport(source, output, options);
  else await withWriteLock(output, "kb export", () => writeExport(source, output, options));
}

async function writeExport(
  source: string | KnowledgeBase,
  output: string,
  options: ExportOptions,
): Promise<void> {
  const kb = typeof source === "string" ? await openKnowledgeBase(source) : source;
  try {
    const contents = reduceContents(kb, options);
    if (options.format === "file") await writeFileAtomically(output, encodeKnowledgeBase(contents));
    else if (options.format === "packed") {
      await writeFileAtomically(output, encodePackedKnowledgeBase(contents));
    } else if (options.format === "lmdb") await writeLmdbKnowledgeBase(output, contents);
    else if (options.format === "names") await writeText(output, nameLines(kb, contents));
    else await writeText(output, entityLines(contents));
  } finally {
    kb.close();
  }
}

function reduceContents(kb: KnowledgeBase, options: ExportOptions): KnowledgeBaseContents {
  const contents = contentsOf(kb);
  const size = Math.min(kb.size, options.entities ?? kb.size);
  const { descriptions = true, minPrior = 0 } = options;
  const reduced = size < kb.size || !descriptions || minPrior > 0;
  return {
    ...contents,
    entities: take(contents.entities, size, descriptions),
    surfaces: keepRows(contents.surfaces, size, minPrior),
    redirects: filter(contents.redirects, (r) => r.row < size),
    settings: reduced
      ? { ...contents.settings, reduced: { entities: size, descriptions, minPrior } }
      : contents.settings,
  };
}

function* take(entities: KnowledgeBaseContents["entities"], size: number, descriptions: boolean) {
  for (const entity of entities) {
    if (entity.row >= size) return;
    yield descriptions ? entity : { ...entity, description: undefined };
  }
}

/** Candidates that are left share what the others had. */
function* keepRows(
  surfaces: Iterable<SurfaceInfo>,
  size: number,
  minPrior: number,
): IterableIterator<SurfaceInfo> {
  for (const info of surfaces) {
    const kept = keepCandidates(info, (c) => c.entity < size && c.prior >= minPrior);
    if (kept) yield kept;
  }
}

function* filter<T>(items: Iterable<T>, keep: (item: T) => boolean): IterableIterator<T> {
  for (const item of items) if (keep(item)) yield item;
}

/** Surface, title, p̂, links and sources, parted by tabs. */
function* nameLines(kb: KnowledgeBase, contents: KnowledgeBaseContents): IterableIterator<string> {
  for (const info of contents.surfaces) {
    for (const c of info.candidates) {
      const sources = describeNameSources(c.sources).join(",");
      yield `${oneCell(info.surface)}\t${oneCell(kb.title(c.entity))}\t${c.prior.toFixed(5)}\t${c.count}\t${sources}\n`;
    }
  }
}

/** Entities as `kb build` and `kb add` read them; names that rules gave are left to the rules. */
function* entityLines(contents: KnowledgeBaseContents): IterableIterator<string> {
  const aliases = new Map<number, string[]>();
  const given = ~(nameSources.rule | nameSources.part);
  for (const info of contents.surfaces) {
    for (const c of info.candidates) {
      if ((c.sources & given) === 0) continue;
      const names = aliases.get(c.entity);
      if (names) names.push(info.surface);
      else aliases.set(c.entity, [info.surface]);
    }
  }
  for (const e of contents.entities) {
    const names = (aliases.get(e.row) ?? []).filter((name) => name !== e.title);
    yield `${JSON.stringify({
      id: e.id,
      title: e.title,
      aliases: names,
      description: e.description,
      url: e.url,
      count: e.popularity,
      person: e.isPerson || undefined,
      type: e.type,
      phrase: e.phrase,
      wikidata: e.wikidata,
      other_ids: e.otherIds,
      ...e.extra,
    })}\n`;
  }
}

async function writeText(path: string, lines: Iterable<string>): Promise<void> {
  if (path === "-") {
    for (const line of lines) {
      if (!process.stdout.write(line)) await new Promise((go) => process.stdout.once("drain", go));
    }
    return;
  }
  const file = await createAtomicFile(path);
  try {
    for (const line of lines) await file.write(line);
  } catch (error) {
    await file.abort();
    throw error;
  }
  await file.commit();
}
