/** What callers may give: ranges of numbers and names of options, said once for the library, the command line and HTTP. */
import { LinkingError } from "./errors.js";
import { type EntityType, entityTypes } from "./types.js";

export interface NumberRange {
  least?: number;
  /** The least is not allowed itself. */
  above?: number;
  most?: number;
  /** The most is not allowed itself. */
  below?: number;
  /** Whole numbers only, up to what JavaScript counts exactly. */
  whole?: boolean;
}

/** 0 to 1. */
export const SHARE: NumberRange = { least: 0, most: 1 };

/** Threads, or runs at a time. */
export const WORKERS: NumberRange = { whole: true, least: 1, most: 1024 };

/** Never true of NaN, infinities and what is no number at all. */
export function isInRange(value: unknown, { least, above, most, below, whole }: NumberRange): boolean {
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  if (whole && !Number.isSafeInteger(value)) return false;
  const tooLow = (least !== undefined && value < least) || (above !== undefined && value <= above);
  const tooHigh = (most !== undefined && value > most) || (below !== undefined && value >= below);
  return !tooLow && !tooHigh;
}

const spelled = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 6 });

/** "a whole number from 1 to 1,024", "a number above 0": what stands after "wanted" or "give". */
export function describeRange({ least, above, most, below, whole }: NumberRange): string {
  if (whole && least !== undefined) {
    return most === undefined
      ? `a whole number of at least ${spelled(least)}`
      : `a whole number from ${spelled(least)} to ${spelled(most)}`;
  }
  const limits = [
    least === undefined ? [] : [`at least ${spelled(least)}`],
    above === undefined ? [] : [`above ${spelled(above)}`],
    most === undefined ? [] : [`at most ${spelled(most)}`],
    below === undefined ? [] : [`below ${spelled(below)}`],
  ].flat();
  return [whole ? "a whole number" : "a number", limits.join(" and ")].filter(Boolean).join(" ");
}

/** Refuses a number outside its range; an option that was left out is fine. */
export function checkNumber(name: string, value: unknown, range: NumberRange): void {
  if (value === undefined || isInRange(value, range)) return;
  throw new LinkingError(
    "bad-input",
    `The option ${name} is ${show(value)}; wanted ${describeRange(range)}.`,
  );
}

/** Refuses an option that is of another type than wanted: "boolean", "function". */
export function checkType(name: string, value: unknown, type: "boolean" | "function" | "string"): void {
  if (value === undefined || typeof value === type) return;
  throw new LinkingError("bad-input", `The option ${name} is ${show(value)}; wanted a ${type}.`);
}

/** Refuses names that nobody reads: a misspelled option would be silently ignored. */
export function checkNames(options: unknown, known: readonly string[]): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new LinkingError("bad-input", `The options are ${show(options)}; wanted an object.`);
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new LinkingError(
    "bad-input",
    `There is no option "${unknown}"; those there are: ${known.join(", ")}.`,
  );
}

/** A type of entity as people write it, "Organization", "living thing"; undefined when there is none of that name. */
export function readEntityType(text: string): EntityType | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replace("organization", "organisation")
    .replace(/[\s_]+/g, "-");
  return entityTypes.find((type) => type === name);
}

/** The types that an option names; refuses any that there is not. */
export function checkEntityTypes(name: string, value: unknown): EntityType[] | undefined {
  if (value === undefined) return undefined;
  const known = entityTypes.join(", ");
  if (!Array.isArray(value)) {
    const sentence = `The option ${name} is ${show(value)}; wanted a list of ${known}.`;
    throw new LinkingError("bad-input", sentence);
  }
  return value.map((text) => {
    const type = typeof text === "string" ? readEntityType(text) : undefined;
    if (type !== undefined) return type;
    throw new LinkingError("bad-input", `There is no type ${show(text)}; those there are: ${known}.`);
  });
}

const LONGEST_SHOWN = 60;

/** A value as it stands in a sentence, cut where it is long. */
export function show(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value !== "string" && (typeof value !== "object" || value === null)) return String(value);
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    return "an object";
  }
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
