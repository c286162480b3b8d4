/** The knowledge base, built from corpora or from an own catalogue. */
import { existsSync } from "node:fs";
import { buildKnowledgeBase } from "../../kb/build/build-knowledge-base.js";
import type { MakeContext } from "../make-plan.js";
import type { Step } from "../run-steps.js";

export const FULL_KB = "full.kb";
export const FULL_TEXTS = `${FULL_KB}.texts`;

export function knowledgeBaseStep({ sources, settings, memory }: MakeContext): Step {
  const { corpora = [], catalogue = [], redirects = [], surfaces = [], popularity = [] } = sources;
  const inputs = [...corpora, ...catalogue];
  return {
    name: "knowledge-base",
    title: "building the knowledge base",
    version: 1,
    settings: { minLinks: settings.minLinks, inputs: inputs.length },
    sources: [...inputs, ...redirects, ...surfaces, ...popularity],
    made: [],
    outputs: [FULL_KB, FULL_TEXTS],
    async run({ path, onProgress, onWarning, signal }) {
      const lists = corpora.length > 0 ? { redirects, surfaces, popularity } : {};
      const { entities, surfaces: names } = await buildKnowledgeBase({
        inputs,
        output: path(FULL_KB),
        minLinks: settings.minLinks,
        memory,
        ...lists,
        onProgress,
        onWarning,
        signal,
      });
      return { entities, names };
    },
  };
}

/** Texts lie beside a knowledge base that was built with them. */
export function textsBeside(kbPath: string): string | undefined {
  const path = `${kbPath}.texts`;
  return existsSync(path) ? path : undefined;
}
