/** How much work a job is before it is begun, so that those who ask for little need not wait for those who ask for much. */
import type { Job } from "./jobs.js";

/** What a name costs, in characters of plain text: all of its candidates talk to those of a hundred other names. */
const NAME = 100;
/** What every job costs, whatever it is. */
const LEAST = 100;
const EXPLAINED = 3;
/** Above this a job is a long one: some 10,000 characters of news. */
export const LONG_JOB = 50_000;

/** What a usual text costs. */
const USUAL = 8000;

/**
 * What a job's place in the queue is reckoned by. Short jobs take milliseconds whatever they cost, so the dearer wait only a
 * little longer than the cheaper: as the fourth root of the cost. Beyond short ones every character counts.
 */
export function queueShare(cost: number): number {
  const short = Math.min(cost, LONG_JOB);
  return USUAL * (short / USUAL) ** 0.25 + (cost - short);
}

/** In characters of plain text. */
export function jobCost(job: Job): number {
  switch (job.kind) {
    case "link": {
      const { text, mentions, explain } = job.request;
      return LEAST + textCost(text, mentions?.length) * (explain ? EXPLAINED : 1);
    }
    case "rel":
      return LEAST + textCost(job.request.text, job.request.spans?.length || undefined);
    case "spotlight":
      return LEAST + textCost(job.request.text);
    case "nif":
      return LEAST + textCost(job.turtle);
    default:
      return LEAST;
  }
}

function textCost(text: string, names = countCapitalised(text)): number {
  return text.length + NAME * names;
}

/** Words that begin with a capital letter (Latin, Greek or Cyrillic): an upper bound of the names, more or less. */
function countCapitalised(text: string): number {
  let count = 0;
  let isInWord = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (!isInWord && isCapital(c)) count++;
    isInWord = c > 0x40;
  }
  return count;
}

function isCapital(c: number): boolean {
  return (c >= 0x41 && c <= 0x5a) || (c >= 0xc0 && c <= 0xde) || (c >= 0x391 && c <= 0x42f);
}
