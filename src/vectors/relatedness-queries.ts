/** Relatedness queries out of a corpus with links: each page asks for the pages it links to. */
import { readWikiExtractor } from "../corpus/wiki-extractor.js";
import { readLines } from "../files/lines.js";
import type { KnowledgeBase } from "../kb/knowledge-base.js";
import type { RelatednessQuery } from "./relatedness.js";

/**
 * Pages with the pages they link to. `path`: WikiExtractor JSON lines with links kept, plain or gzipped. Pages and
 * links that the knowledge base lacks are passed over.
 *
 * ```ts
 * import { openKnowledgeBase } from "mulrel/kb";
 * import { evaluateRelatedness, openVectorTable, readRelatednessQueries } from "mulrel/train";
 *
 * const queries = await readRelatednessQueries("pages.jsonl.gz", await openKnowledgeBase("simple.kb"));
 * console.log(evaluateRelatedness(await openVectorTable("entities.safetensors"), queries).map);
 * ```
 */
export async function readRelatednessQueries(
  path: string,
  kb: KnowledgeBase,
  signal?: AbortSignal,
): Promise<RelatednessQuery[]> {
  const queries: RelatednessQuery[] = [];
  for await (const { page } of readWikiExtractor(readLines(path, { signal }), { name: path })) {
    const row = kb.rowOfTitle(page.title);
    if (row < 0) continue;
    const linked = new Set(page.links.map((link) => kb.rowOfTitle(link.target)).filter((r) => r >= 0));
    queries.push({ row, linked: [...linked] });
  }
  return queries;
}
