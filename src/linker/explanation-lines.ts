/** Reasons as sentences, made of the very numbers they tell: whole points that add up, and a side that is the sign of the number beside it. */
import type { ReasonedMention } from "./explain-link.js";
import type { ExplainedCandidate, ExplanationStep, LinkExplanation } from "./explanation.js";
import { pointsFor, signedPoints, wholePoints } from "./points.js";

/** Named one by one; the others are summed up. */
const NAMED = 4;

type Told = Omit<LinkExplanation, "lines" | "steps">;
type Step = Pick<ExplanationStep, "step" | "support">;

/** The sentence of each step, and all of them as lines. */
export function explanationSentences(
  mention: ReasonedMention,
  told: Told,
  supports: Step[],
  relationNames: readonly string[] = [],
): Pick<LinkExplanation, "steps" | "lines"> {
  const { surface, isNil } = mention;
  const [winner, runnerUp] = told.candidates;
  if (!winner) {
    const nobody = `"${surface}": the knowledge base has nothing that this whole name is likely to mean here.`;
    return { steps: [], lines: [nobody] };
  }
  const title = winner.entity.title;
  const opening = isNil
    ? sentence(`"${surface}": no entity is likely enough; the nearest is ${title}`)
    : sentence(`"${surface}" means ${title}`);
  const points = wholePoints(supports.map((s) => s.support));
  const steps = supports.map((s, i) => ({ ...s, sentence: stepSentence(s, points[i], told, relationNames) }));
  return {
    steps,
    lines: [
      opening,
      ...ownLine(surface, told.candidates),
      ...(runnerUp ? steps.map((s) => s.sentence) : [aloneSentence(mention)]),
      ...(runnerUp ? [leadSentence(winner, runnerUp, points)] : []),
      ...(mention.isPinned ? [] : [confidenceSentence(mention)]),
    ],
  };
}

/** How much of a name that both have is that of own entities, before the text is read. */
function ownLine(surface: string, candidates: ExplainedCandidate[]): string[] {
  const own = candidates.filter(({ entity }) => entity.layer !== undefined);
  if (own.length === 0 || own.length === candidates.length) return [];
  const sum = (list: ExplainedCandidate[]) => list.reduce((total, { prior }) => total + prior, 0);
  const layers = [...new Set(own.map(({ entity }) => entity.layer))].join(", ");
  return [
    `"${surface}" is a name in ${layers}, too: own entities have ${percent(sum(own) / sum(candidates))} of it.`,
  ];
}

function aloneSentence({ surface, isPinned }: ReasonedMention): string {
  return isPinned ? "It was told so." : `It is the only entity that "${surface}" can mean here.`;
}

function stepSentence(
  { step, support }: Step,
  points: number,
  told: Told,
  relationNames: readonly string[],
): string {
  const [winner, runnerUp] = told.candidates;
  if (step === "name") {
    const shares = `${percent(winner.prior)} of its uses mean ${winner.entity.title}, ${percent(runnerUp.prior)} ${runnerUp.entity.title}`;
    return `The name alone (${shares}): ${pointsFor(points)} the link.`;
  }
  if (step === "words") {
    const words = told.words.map(({ word, support }) => ({ label: word, support }));
    return `The words around: ${pointsFor(points)} the link${listed(words, { support, points }, "other words")}.`;
  }
  if (step === "evidence") return `How name, title and text go together: ${pointsFor(points)} the link.`;
  const voices = told.voices.map(({ mention, surface, entity, relation, support }) => ({
    label:
      mention < 0
        ? "nobody in particular"
        : voiceLabel(surface, entity?.title, relationNames[relation] ?? `relation ${relation + 1}`),
    support,
  }));
  return `The other names: ${pointsFor(points)} the link${listed(voices, { support, points }, "others")}.`;
}

function voiceLabel(surface: string, title: string | undefined, relation: string): string {
  return `"${surface}"${title ? ` (${title})` : ""} by ${relation}`;
}

/** A word that comes again, or a name that says the same under the same relation, is told once. */
function joined(parts: { label: string; support: number }[]): { label: string; support: number }[] {
  const sums = new Map<string, number>();
  for (const { label, support } of parts) sums.set(label, (sums.get(label) ?? 0) + support);
  return [...sums].map(([label, support]) => ({ label, support }));
}

/** ": goal +12, penalties +9, other words −1": the largest by name, the rest as one, together the sum. */
function listed(
  parts: { label: string; support: number }[],
  sum: { support: number; points: number },
  rest: string,
): string {
  const bySize = joined(parts).sort((a, b) => Math.abs(b.support) - Math.abs(a.support));
  const named = bySize.slice(0, NAMED);
  const left = sum.support - named.reduce((total, part) => total + part.support, 0);
  const points = wholePoints([...named.map((part) => part.support), left], sum.points);
  const told = [...named, { label: rest, support: left }]
    .map(({ label }, i) => ({ label, points: points[i] }))
    .filter((part) => part.points !== 0);
  if (told.length === 0) return "";
  return `: ${told.map((part) => `${part.label} ${signedPoints(part.points)}`).join(", ")}`;
}

function leadSentence(winner: ExplainedCandidate, runnerUp: ExplainedCandidate, points: number[]): string {
  const lead = points.reduce((a, b) => a + b, 0);
  const scores = `score ${scoreOf(winner)} against ${scoreOf(runnerUp)}`;
  const unit = lead === 1 ? "point" : "points";
  return lead === 0
    ? `Together it is level with ${runnerUp.entity.title} (${scores}).`
    : `Together it is ${lead} ${unit} ahead of ${runnerUp.entity.title} (${scores}).`;
}

const scoreOf = ({ score }: ExplainedCandidate) => score.toFixed(3).replace("-", "−");

/** How sure, and what that was measured on. */
function confidenceSentence({ confidence, threshold, isNil, heldOutPrecision }: ReasonedMention): string {
  const sure = `${percent(confidence)} sure`;
  const measured =
    heldOutPrecision === undefined
      ? ""
      : `: of the held-out links about that sure ${percent(heldOutPrecision)} were right`;
  return isNil
    ? `It is ${sure}, which is below the ${percent(threshold)} that a link needs.`
    : `It is ${sure}${measured}.`;
}

/** Closed by one full stop: some titles bring their own ("Apple Inc."). */
function sentence(words: string): string {
  return words.endsWith(".") ? words : `${words}.`;
}

/** What is there but rounds to nothing is told from nothing, and what is not all from all. */
function percent(share: number): string {
  if (share > 0 && share < 0.005) return "< 1 %";
  if (share < 1 && share >= 0.995) return "> 99 %";
  return `${Math.round(100 * share)} %`;
}
