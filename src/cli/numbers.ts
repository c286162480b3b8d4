/** Numbers given on the command line: each flag says its range, and what lies outside is refused with a sentence. */
import { InvalidArgumentError } from "commander";

export type NumberParser = (text: string) => number;

interface Range {
  least?: number;
  /** The least is not allowed itself. */
  above?: number;
  most?: number;
  /** The most is not allowed itself. */
  below?: number;
}

/** Commander puts the flag's name and the text in front of the sentence. */
function parser(isFine: (value: number) => boolean, wanted: string): NumberParser {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && isFine(value)) return value;
    throw new InvalidArgumentError(`Give ${wanted}.`);
  };
}

const spelled = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 6 });

/** A whole number in a range, both ends allowed. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): NumberParser {
  const range =
    most === Number.MAX_SAFE_INTEGER
      ? `of at least ${spelled(least)}`
      : `from ${spelled(least)} to ${spelled(most)}`;
  return parser((n) => Number.isSafeInteger(n) && n >= least && n <= most, `a whole number ${range}`);
}

/** Any finite number in a range. */
export function realNumber({ least, above, most, below }: Range = {}): NumberParser {
  const limits = [
    least === undefined ? [] : [`at least ${spelled(least)}`],
    above === undefined ? [] : [`above ${spelled(above)}`],
    most === undefined ? [] : [`at most ${spelled(most)}`],
    below === undefined ? [] : [`below ${spelled(below)}`],
  ].flat();
  return parser(
    (x) =>
      Number.isFinite(x) &&
      !(x < (least ?? x)) &&
      !(x <= (above ?? Number.NEGATIVE_INFINITY)) &&
      !(x > (most ?? x)) &&
      !(x >= (below ?? Number.POSITIVE_INFINITY)),
    ["a number", limits.join(" and ")].filter(Boolean).join(" "),
  );
}

/** 0 to 1. */
export const share = realNumber({ least: 0, most: 1 });

/** Threads or runs at a time. */
export const workerCount = wholeNumber(1, 1024);

/** What random numbers start from. */
export const seed = parser(Number.isSafeInteger, "a whole number");

const units: Record<string, number> = { "": 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/** "2GB", "512m", "1000000": bytes, at least `least`. */
export function byteSize(least: number): NumberParser {
  return (text) => {
    const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i.exec(text.trim());
    const bytes = match ? Math.round(Number(match[1]) * units[match[2].toLowerCase()]) : Number.NaN;
    if (bytes >= least && Number.isSafeInteger(bytes)) return bytes;
    throw new InvalidArgumentError(`Give a size such as 2GB or 512MB, at least ${spelled(least / 1024)} KB.`);
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
