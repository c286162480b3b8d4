/** Explanations hold together: parts add up to scores, and no sentence says otherwise than its numbers. */
import { describe, expect, test } from "vitest";
import { createSmallLinker, createSmallParts } from "../../test/fixtures/small-linker.js";
import { MODEL_EVIDENCE } from "../features/choose-candidates.js";
import { linkJson } from "../formats/links/link-json.js";
import { Random } from "../math/random.js";
import type { ModelConfig } from "../model/config.js";
import type { ParameterName } from "../model/parameters.js";
import type { LinkExplanation } from "./explanation.js";
import type { Link } from "./link.js";
import { Linker } from "./linker.js";
import { signedPoints, wholePoints } from "./points.js";

const pieces =
  "England Germany Apple apple Lovelace Zarkon penalties goal beat north river computer pie and. of".split(
    " ",
  );
const configs: Partial<ModelConfig>[] = [
  { normalization: "ment-norm" },
  { normalization: "rel-norm", padding: false },
  { normalization: "both", relations: 3 },
  { normalization: "both", evidence: MODEL_EVIDENCE, evidenceUnits: 3 },
];
const trained: ParameterName[] = [
  "score_combine.0.weight",
  "score_combine.0.bias",
  "score_combine.2.weight",
  "rel_embs",
  "tok_score_mat_diag",
];

/** A linker whose parameters are drawn at random: what holds for any of them holds for a trained one. */
function randomLinker(random: Random, number: number): Linker {
  const parts = createSmallParts(configs[number % configs.length]);
  const names = number % 4 === 3 ? [...trained, "evidence.2.weight" as const] : trained;
  for (const name of names) {
    const values = parts.model.parameter(name);
    values.set(values.map(() => 2 * random.uniform() - 1));
  }
  if (number % 3 === 0) parts.settings.priorWeight = 0.2;
  return new Linker(parts);
}

function randomText(random: Random): string {
  const words = Array.from({ length: 3 + random.below(12) }, () => pieces[random.below(pieces.length)]);
  return words.join(" ");
}

/** Links with something to choose between. */
function randomLinks(count: number): Link[] {
  const random = Random.derive(5, 1);
  const links: Link[] = [];
  for (let number = 0; links.length < count; number++) {
    const found = randomLinker(random, number).link(randomText(random), { explain: true });
    links.push(...found.filter((link) => link.candidates.length > 1));
  }
  return links.slice(0, count);
}

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const supports = (of: { support: number }[]) => sum(of.map((x) => x.support));

function expectToAddUp({ candidates, steps, words, voices, lead }: LinkExplanation): void {
  for (const { parts, score } of candidates) expect(sum(Object.values(parts))).toBeCloseTo(score, 5);
  expect(supports(steps)).toBeCloseTo(lead, 5);
  expect(lead).toBeCloseTo(candidates[0].score - candidates[1].score, 9);
  const step = (name: string) => steps.find((s) => s.step === name)?.support ?? 0;
  if (words.length > 0) expect(supports(words)).toBeCloseTo(step("words"), 5);
  if (voices.length > 0) expect(supports(voices)).toBeCloseTo(step("names"), 5);
}

const numberOf = (text: string) => Number(text.replace("−", "-"));

/** The side a step's sentence takes is its sign, and what it lists adds up to what it says. */
function expectSentencesToAgree({ steps, words, voices, lead, lines }: LinkExplanation): void {
  const points = wholePoints(steps.map((s) => s.support));
  steps.forEach(({ step, support, sentence }, i) => {
    const [, size, side] = /(\d+) points? (for|against) the link/.exec(sentence)!;
    const told = Number(size) * (side === "for" ? 1 : -1);
    expect(told || 0).toBe(points[i]);
    expect(told * support).toBeGreaterThanOrEqual(0);
    const cited = [...sentence.matchAll(/([^:,]*?) ([+−]\d+)(?=[,.]|$)/g)].map((m) => ({
      label: m[1].trim(),
      points: numberOf(m[2]),
    }));
    if (cited.length > 0) expect(sum(cited.map((c) => c.points))).toBe(points[i]);
    for (const { label, points: cite } of cited) {
      const meant =
        step === "words"
          ? words.filter((w) => w.word === label)
          : voices.filter((v) => label.startsWith(`"${v.surface}"`) && v.surface !== "");
      if (meant.length > 0) expect(meant.some((m) => m.support * cite > 0)).toBe(true);
    }
  });
  const ahead = /is (\d+) points? ahead/.exec(lines.join("\n"));
  expect(ahead ? Number(ahead[1]) : 0).toBe(Math.round(lead * 1000));
}

describe("explanation", () => {
  test("of 500 random links the parts add up to the scores and the sentences agree with them", () => {
    for (const { explanation } of randomLinks(500)) {
      expectToAddUp(explanation!);
      expectSentencesToAgree(explanation!);
    }
  });

  test("no sentence ends in two full stops, whatever the title", () => {
    const lines = randomLinks(60).flatMap((link) => link.explanation!.lines);
    expect(lines.some((line) => line.endsWith("Apple Inc."))).toBe(true);
    expect(lines.filter((line) => line.endsWith(".."))).toEqual([]);
  });
  test("as JSON it adds up as well", () => {
    for (const link of randomLinks(40)) {
      const { candidates, steps, voices, lead } = linkJson(link).explanation!;
      for (const { parts, score } of candidates) expect(sum(Object.values(parts))).toBeCloseTo(score, 4);
      expect(supports(steps)).toBeCloseTo(lead, 4);
      if (voices.length > 0)
        expect(supports(voices)).toBeCloseTo(steps.find((s) => s.step === "names")?.support ?? 0, 4);
    }
  });

  test("what comes before anything is known is the same for all candidates", () => {
    for (const { explanation } of randomLinks(40)) {
      for (const { parts } of explanation!.candidates)
        expect(parts.start).toBe(explanation!.candidates[0].parts.start);
    }
  });

  test("a lone candidate and a pinned name have no steps", () => {
    const linker = createSmallLinker();
    const [alone] = linker.link("Lovelace wrote it.", { explain: true });
    expect(alone.explanation).toMatchObject({ steps: [], lead: 0 });
    expect(alone.explanation!.lines.join(" ")).toMatch(/only entity/);
    const [pinned] = linker.link("England won.", { explain: true, pins: { 0: "Q1" } });
    expect(pinned.explanation!.lines).toContain("It was told so.");
  });

  test("only the stretch that is asked for is explained", () => {
    const text = "England beat Germany. Apple made a computer.";
    const links = createSmallLinker().link(text, { explain: true, explainWithin: { start: 0, end: 21 } });
    expect(links.map((l) => l.explanation !== undefined)).toEqual([true, true, false]);
    const whole = createSmallLinker().link(text, { explain: true });
    expect(links[1].explanation).toEqual(whole[1].explanation);
    expect(() => createSmallLinker().link(text, { explainWithin: { start: 3, end: 3 } })).toThrow(
      /explainWithin/,
    );
  });
});

describe("points", () => {
  test("whole points add up and keep their signs", () => {
    const random = Random.derive(6, 1);
    for (let i = 0; i < 500; i++) {
      const parts = Array.from({ length: 1 + random.below(6) }, () => (random.uniform() - 0.5) * 0.02);
      const points = wholePoints(parts);
      expect(sum(points)).toBe(Math.round(sum(parts) * 1000) || 0);
      for (const [j, p] of points.entries()) expect(p * parts[j]).toBeGreaterThanOrEqual(0);
    }
    expect([3, -3, 0].map(signedPoints)).toEqual(["+3", "−3", "0"]);
  });
});
