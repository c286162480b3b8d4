/** Reasons as sentences. */
import type { ExplainedCandidate, LinkExplanation, Voice } from "./explanation.js";

const WORDS_NAMED = 6;
const VOICES_NAMED = 3;
/** A message that moves the odds by less than this is not worth a sentence. */
const FAINT = 0.02;

export function explanationLines(
  surface: string,
  { candidates, words, voices }: Omit<LinkExplanation, "lines">,
  confidence: number,
  isNil: boolean,
): string[] {
  const [winner, runnerUp] = candidates;
  if (!winner) return [`"${surface}": the knowledge base has no entity that this whole name can mean here.`];
  const lines = [
    isNil
      ? `"${surface}": no entity is likely enough; the nearest is ${winner.entity.title} (${percent(confidence)}).`
      : `"${surface}" means ${winner.entity.title} (${percent(confidence)} sure).`,
    priorLine(surface, candidates),
    ...ownLine(surface, candidates),
  ];
  if (words.length > 0 && candidates.length > 1) {
    const named = words.slice(0, WORDS_NAMED).map((w) => w.word);
    lines.push(`Words it looked at most: ${named.join(", ")}.`);
  }
  const heard = voices.filter((v) => v.mention >= 0 && Math.abs(v.support) >= FAINT);
  for (const voice of heard.slice(0, VOICES_NAMED)) lines.push(voiceLine(voice, winner, runnerUp));
  if (runnerUp) lines.push(runnerUpLine(winner, runnerUp, voices));
  return lines;
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

function priorLine(surface: string, candidates: ExplainedCandidate[]): string {
  const winner = candidates[0];
  if (candidates.length === 1) return `It is the only entity that "${surface}" can mean here.`;
  const likeliest = candidates.reduce((a, b) => (b.prior > a.prior ? b : a));
  if (likeliest === winner) return `The name alone already says so: prior ${number(winner.prior)}.`;
  return `The name alone would say ${likeliest.entity.title} (prior ${number(likeliest.prior)} against ${number(winner.prior)}).`;
}

function voiceLine(
  voice: Voice,
  winner: ExplainedCandidate,
  runnerUp: ExplainedCandidate | undefined,
): string {
  const strongest = voice.relations.reduce(
    (best, r, k) => (r.alpha > voice.relations[best].alpha ? k : best),
    0,
  );
  const alpha = voice.relations[strongest]?.alpha ?? 0;
  const who = voice.entity ? `"${voice.surface}" (${voice.entity.title})` : `"${voice.surface}"`;
  const side =
    voice.support > 0 ? `for ${winner.entity.title}` : `for ${runnerUp?.entity.title ?? "another"}`;
  return `${who} spoke ${side}: message ${signed(voice.support)}, most under relation ${strongest + 1} (α ${number(alpha)}).`;
}

/** What the runner-up lacked. */
function runnerUpLine(winner: ExplainedCandidate, runnerUp: ExplainedCandidate, voices: Voice[]): string {
  const others = voices.reduce((sum, v) => sum + v.support, 0);
  const lacks: string[] = [];
  if (runnerUp.prior < winner.prior)
    lacks.push(`prior (${number(runnerUp.prior)} against ${number(winner.prior)})`);
  if (runnerUp.local < winner.local)
    lacks.push(`fit to the words (${number(runnerUp.local)} against ${number(winner.local)})`);
  if (others > FAINT) lacks.push(`support of the other names (${signed(-others)})`);
  const title = runnerUp.entity.title;
  return lacks.length > 0
    ? `Runner-up ${title} lacked ${lacks.join(", ")}.`
    : `Runner-up ${title} came close.`;
}

const number = (x: number) => (Math.abs(x) >= 0.995 ? x.toFixed(1) : x.toPrecision(2));
const signed = (x: number) => (x >= 0 ? "+" : "−") + number(Math.abs(x));
const percent = (x: number) => `${Math.round(100 * x)} %`;
