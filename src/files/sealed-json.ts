/** Small JSON files that carry a digest of themselves, so that a changed letter is noticed. Runs in browsers. */
import { LinkingError, messageOf } from "../errors.js";
import { checksum } from "./checksum.js";

const DIGEST = "digest";

const digestOf = (value: object) => checksum(new TextEncoder().encode(JSON.stringify(value)));

/** The JSON of a record, with its digest as the last field. */
export function sealJson(value: object, indent = 1): string {
  return `${JSON.stringify({ ...value, [DIGEST]: digestOf(value) }, null, indent)}\n`;
}

/** The record in a JSON text; one without a digest was written by hand, or by an older version, and is taken as it is. */
export function openSealedJson(text: string, name: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new LinkingError("bad-file", `${name} is no JSON: ${messageOf(error).slice(0, 200)}.`, {
      cause: error,
    });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new LinkingError("bad-file", `${name} should hold a JSON object.`);
  }
  const { [DIGEST]: wanted, ...rest } = value as Record<string, unknown>;
  if (wanted !== undefined && wanted !== digestOf(rest)) {
    throw new LinkingError(
      "bad-file",
      `${name} is not as it was written (its digest does not fit): copy it or make it again, or, if you have changed it yourself, take its field "${DIGEST}" out.`,
    );
  }
  return rest;
}
