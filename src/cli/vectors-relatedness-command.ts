/** `mulrel vectors relatedness`: how well entity vectors rank linked pages above random ones. */
import { Command } from "commander";
import { LinkingError } from "../errors.js";
import { openEntityTexts } from "../kb/entity-texts.js";
import { openKnowledgeBase } from "../kb/stores/open-knowledge-base.js";
import { evaluateRelatedness, type RelatednessScores, tfIdfCentroids } from "../vectors/relatedness.js";
import { readRelatednessQueries } from "../vectors/relatedness-queries.js";
import { openVectorTable } from "../vectors/vector-file.js";
import { seed, wholeNumber } from "./numbers.js";
import { abortOnInterrupt, printJson, printLine } from "./terminal.js";

interface Options {
  kb: string;
  words?: string;
  links: string;
  distractors: number;
  seed: number;
  json?: boolean;
}

export function createCommand(): Command {
  return new Command()
    .description(
      "Ranks, for each page of a corpus with links, the pages it links to among random ones by the cosine of their vectors, and\n" +
        "prints NDCG@1, 5, 10 and MAP in percent. For a fair number the pages must be held out: the knowledge base was built\n" +
        "without their links. --words adds the baseline, tf-idf centroids of the same texts.",
    )
    .argument("<tables...>", "tables of entity vectors; row i is row i of the knowledge base")
    .requiredOption("-k, --kb <file>", "knowledge base")
    .requiredOption("-l, --links <file>", "pages with links (WikiExtractor JSON lines, may be gzipped)")
    .option("-w, --words <file>", "word vectors, for the baseline (needs KB.texts)")
    .option("--distractors <n>", "random pages for each query", wholeNumber(1), 100)
    .option("--seed <n>", "seed of the random pages", seed, 1)
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
Example:
  mulrel vectors relatedness entities.safetensors --kb kb/train --links held-out.jsonl --words words.safetensors`,
    )
    .action(run);
}

async function run(tables: string[], options: Options): Promise<void> {
  const signal = abortOnInterrupt();
  const kb = await openKnowledgeBase(options.kb);
  const queries = await readRelatednessQueries(options.links, kb, signal);
  const pool = queries.map((q) => q.row);
  const scores: Record<string, RelatednessScores> = {};
  const judge = {
    distractors: options.distractors,
    seed: options.seed,
    pool: pool.length > 300 ? pool : undefined,
  };
  if (options.words) {
    const texts = openEntityTexts(`${options.kb}.texts`);
    const words = await openVectorTable(options.words);
    scores["tf-idf of the page"] = evaluateRelatedness(tfIdfCentroids(texts, words), queries, judge);
    scores["tf-idf of page and contexts"] = evaluateRelatedness(
      tfIdfCentroids(texts, words, true),
      queries,
      judge,
    );
    texts.close();
  }
  for (const path of tables) {
    const table = await openVectorTable(path);
    if (table.rows !== kb.size) {
      throw new LinkingError(
        "mismatch",
        `${path} has ${table.rows} rows, the knowledge base ${kb.size} entities.`,
      );
    }
    scores[path] = evaluateRelatedness(table, queries, judge);
  }
  kb.close();
  if (options.json) printJson(scores);
  else {
    const width = Math.max(...Object.keys(scores).map((name) => name.length));
    printLine(`${"vectors".padEnd(width)}  NDCG@1  NDCG@5 NDCG@10     MAP  queries`);
    for (const [name, s] of Object.entries(scores)) {
      const numbers = [s.ndcg1, s.ndcg5, s.ndcg10, s.map].map((x) => (100 * x).toFixed(1).padStart(7));
      printLine(`${name.padEnd(width)} ${numbers.join(" ")}  ${s.queries}`);
    }
  }
}
