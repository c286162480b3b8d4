/** Numbers given on the command line. */
import { InvalidArgumentError } from "commander";

/** A whole number, 1 or more. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError("wanted a whole number above 0.");
  return count;
}

export function parseNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number)) throw new InvalidArgumentError("wanted a number.");
  return number;
}
