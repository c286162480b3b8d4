/** Numbers given on the command line: each flag says its range, and what lies outside is refused with a sentence. */
import { InvalidArgumentError } from "commander";
import { describeRange, isInRange, type NumberRange, SHARE, WORKERS } from "../options.js";

export type NumberParser = (text: string) => number;

/** Any finite number in a range. Commander puts the flag's name and the text in front of the sentence. */
export function realNumber(range: NumberRange = {}): NumberParser {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && isInRange(value, range)) return value;
    throw new InvalidArgumentError(`Give ${describeRange(range)}.`);
  };
}

/** A whole number in a range, both ends allowed. */
export function wholeNumber(least: number, most?: number): NumberParser {
  return realNumber({ whole: true, least, most });
}

/** 0 to 1. */
export const share = realNumber(SHARE);

/** Threads or runs at a time. */
export const workerCount = realNumber(WORKERS);

/** What random numbers start from. */
export const seed = realNumber({ whole: true });

const units: Record<string, number> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/** "2GB", "512m", "1000000": bytes, at least `least`. */
export function byteSize(least: number): NumberParser {
  return (text) => {
    const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i.exec(text.trim());
    const bytes = match ? Math.round(Number(match[1]) * units[match[2].toLowerCase()]) : Number.NaN;
    if (bytes >= least && Number.isSafeInteger(bytes)) return bytes;
    const kilobytes = (least / 1024).toLocaleString("en");
    throw new InvalidArgumentError(`Give a size such as 2GB or 512MB, at least ${kilobytes} KB.`);
  };
}

/** Longer lists are slips of the hand. */
const LONGEST_LIST = 1000;

/** "3" or "1-7" or "1,3,5". */
export function listOfNumbers(text: string): number[] {
  const wrong = () =>
    new InvalidArgumentError(
      `Give a number, a range (1-7) or a list (1,3,5), from 1 up and at most ${LONGEST_LIST} of them.`,
    );
  const numbers: number[] = [];
  for (const part of text.split(",")) {
    const match = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(part);
    if (!match) throw wrong();
    const from = Number(match[1]);
    const to = Number(match[2] ?? from);
    if (from < 1 || to < from || numbers.length + to - from >= LONGEST_LIST) throw wrong();
    for (let n = from; n <= to; n++) numbers.push(n);
  }
  return numbers;
}
