/** Answers as the bytes that go out, within the server's limit: an answer that is too large is refused before it fills the memory. */
import { LinkingError } from "../errors.js";

const encoder = new TextEncoder();

export function answerTooLarge(limit: number): LinkingError {
  const megabytes = (limit / 2 ** 20).toLocaleString("en", { maximumFractionDigits: 1 });
  return new LinkingError(
    "too-large",
    `The answer would be larger than the ${megabytes} MB that this server gives; send a shorter text or fewer mentions, or ask for fewer candidates.`,
  );
}

export function encodeAnswer(text: string, limit: number): Uint8Array {
  const bytes = text.length > limit ? undefined : encoder.encode(text);
  if (!bytes || bytes.length > limit) throw answerTooLarge(limit);
  return bytes;
}
