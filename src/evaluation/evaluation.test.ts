import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AnnotatedDocument } from "../formats/annotated/annotated-document.js";
import { compareDatasets } from "./compare-datasets.js";
import { formatInterval, meanWithInterval } from "./intervals.js";
import { computeMetrics, documentCounts } from "./metrics.js";
import type { DocumentOutcome, MentionOutcome } from "./outcome.js";
import { pairedBootstrap } from "./paired-bootstrap.js";
import { computeReliability } from "./reliability.js";
import { confidenceAt, fitTemperature } from "./temperature.js";

function mention(part: Partial<MentionOutcome>): MentionOutcome {
  return {
    document: "d",
    surface: "x",
    before: "",
    after: "",
    gold: "A",
    goldInKb: true,
    goldIsCandidate: true,
    link: "A",
    confidence: undefined,
    isRight: part.link === undefined || part.link === "A",
    error: undefined,
    ...part,
  };
}
const doc = (mentions: MentionOutcome[], spurious = 0): DocumentOutcome => ({ id: "d", mentions, spurious });

describe("scores", () => {
  test("a mention without a link lowers recall, not precision", () => {
    const { micro } = computeMetrics([doc([mention({}), mention({ link: null, isRight: false })])]);
    expect(micro).toEqual({ precision: 1, recall: 0.5, f1: 2 / 3 });
  });

  test("mentions outside the KB count in the overall score only, NIL in none", () => {
    const m = computeMetrics([
      doc([
        mention({}),
        mention({ goldInKb: false, link: "B", error: "not-in-kb" }),
        mention({ gold: null, link: null }),
      ]),
    ]);
    expect(m.micro.f1).toBe(1);
    expect(m.overall.f1).toBe(0.5);
    expect([m.mentions, m.inKb, m.errors]).toEqual([2, 0.5, { "not-in-kb": 1 }]);
  });

  test("macro averages over documents with a gold mention", () => {
    const wrong = mention({ link: "B" });
    const m = computeMetrics([doc([mention({}), mention({}), mention({})]), doc([wrong]), doc([])]);
    expect(m.micro.f1).toBe(0.75);
    expect(m.macro.f1).toBe(0.5);
  });

  test("a link where nothing is annotated lowers precision", () => {
    expect(computeMetrics([doc([mention({})], 1)]).micro).toEqual({ precision: 0.5, recall: 1, f1: 2 / 3 });
  });
});

test("five runs give the textbook interval", () => {
  const interval = meanWithInterval([0.91, 0.92, 0.93, 0.92, 0.92]);
  expect(interval.mean).toBeCloseTo(0.92, 12);
  expect(interval.plusMinus).toBeCloseTo((2.776 * 0.0070710678) / Math.sqrt(5), 6);
  expect(formatInterval(interval)).toBe("92.00 ± 0.88");
  expect(meanWithInterval([0.5]).plusMinus).toBeNull();
});

describe("paired bootstrap", () => {
  const counts = (right: number) => ({ gold: 10, linked: 10, right });

  test("a system is not better than itself, and clearly better than a bad one", () => {
    const good = Array.from({ length: 30 }, (_, i) => counts(8 + (i % 3)));
    const bad = Array.from({ length: 30 }, (_, i) => counts(4 + (i % 4)));
    expect(pairedBootstrap(good, good).pValue).toBe(1);
    const { difference, low, pValue } = pairedBootstrap(good, bad, { resamples: 2000 });
    expect(difference).toBeGreaterThan(0.3);
    expect(low).toBeGreaterThan(0);
    expect(pValue).toBeLessThan(0.01);
  });

  test("turning the systems round turns the sign", () => {
    const some = fc.array(fc.nat(10), { minLength: 3, maxLength: 10 });
    fc.assert(
      fc.property(some, fc.infiniteStream(fc.nat(10)), (a, stream) => {
        const first = a.map(counts);
        const second = a.map(() => counts(stream.next().value));
        const one = pairedBootstrap(first, second, { resamples: 100 });
        const two = pairedBootstrap(second, first, { resamples: 100 });
        expect(one.difference).toBeCloseTo(-two.difference, 12);
        expect(one.pValue).toBeCloseTo(two.pValue, 12);
      }),
      { numRuns: 20 },
    );
  });
});

test("perfectly honest confidences have no calibration error, boastful ones do", () => {
  const honest = Array.from({ length: 10 }, (_, i) =>
    mention({ confidence: 0.75, link: i % 4 === 0 ? "B" : "A" }),
  );
  expect(computeReliability([doc(honest.slice(0, 8))])!.ece).toBeCloseTo(0, 12);
  expect(computeReliability([doc([mention({ confidence: 1, link: "B" })])])!.ece).toBe(1);
  expect(computeReliability([doc([mention({})])])).toBeUndefined();
});

test("the fitted temperature makes confidence match accuracy", () => {
  // the gold candidate is ahead by 0.02 in three of four mentions
  const mentions = Array.from({ length: 400 }, (_, i) => ({ scores: [0.02, 0], gold: i % 4 === 0 ? 1 : 0 }));
  expect(confidenceAt([0.02, 0], fitTemperature(mentions))).toBeCloseTo(0.75, 3);
});

describe("another system's output", () => {
  const text = "Ulm beat Bonn";
  const gold: AnnotatedDocument = {
    id: "1",
    text,
    mentions: [
      { start: 0, end: 3, surface: "Ulm", entity: "Ulm city" },
      { start: 9, end: 13, surface: "Bonn", entity: "Bonn", entityId: "Q586" },
    ],
  };

  test("titles match but for underscores and a capital, identifiers match too", () => {
    const found: AnnotatedDocument = {
      id: "1",
      text,
      mentions: [
        { start: 0, end: 3, surface: "Ulm", entity: "ulm_city" },
        { start: 9, end: 13, surface: "Bonn", entity: "Bonn, Germany", entityId: "Q586" },
        { start: 4, end: 8, surface: "beat", entity: "Beat" },
      ],
    };
    const outcome = compareDatasets([gold], [found]);
    expect(documentCounts(outcome)).toEqual([{ gold: 2, linked: 3, right: 2 }]);
  });

  test("a document left out is unlinked; none in common is an error", () => {
    expect(computeMetrics(compareDatasets([gold, { ...gold, id: "2" }], [gold])).micro.recall).toBe(0.5);
    expect(() => compareDatasets([gold], [{ ...gold, id: "9" }])).toThrow(/matched by id \(1 and 9\)/);
  });
});
