/** One surface's candidates and counts as bytes, the same in every store. */
import type { ByteReader, ByteWriter } from "../../files/bytes.js";
import type { NameCandidate, SurfaceInfo } from "../knowledge-base.js";

/** At most this many entities a surface (docs/model.md, section 2). */
export const MOST_CANDIDATES = 100;

/** Everything of a `SurfaceInfo` but the surface itself. */
export type SurfaceRecord = Omit<SurfaceInfo, "surface">;

const SHARE_STEPS = 255;
const PRIOR_STEPS = 65535;

/** What `prior` becomes when it is stored: 16 bits, never 0. */
export function storedPrior(prior: number): number {
  return Math.max(1, Math.round(prior * PRIOR_STEPS));
}

/**
 * Candidate count, link count and text count as varints, the two shares as a byte each; of each candidate the row
 * (varint), p̂ (16 bits), sources (a byte), count (varint). Candidates are expected best first.
 */
export function writeSurfaceRecord(out: ByteWriter, record: SurfaceRecord): void {
  out.varint(record.candidates.length);
  out.varint(record.linkCount);
  out.varint(record.textCount);
  out.byte(Math.round(record.linkProbability * SHARE_STEPS));
  out.byte(Math.round(record.lowercaseShare * SHARE_STEPS));
  for (const c of record.candidates) {
    out.varint(c.entity);
    out.uint16(storedPrior(c.prior));
    out.byte(c.sources);
    out.varint(c.count);
  }
}

export function readSurfaceRecord(from: ByteReader, surface: string): SurfaceInfo {
  const size = from.varint();
  const linkCount = from.varint();
  const textCount = from.varint();
  const linkProbability = from.byte() / SHARE_STEPS;
  const lowercaseShare = from.byte() / SHARE_STEPS;
  const candidates = new Array<NameCandidate>(size);
  for (let i = 0; i < size; i++) {
    const entity = from.varint();
    const prior = from.uint16() / PRIOR_STEPS;
    const sources = from.byte();
    candidates[i] = { entity, prior, count: from.varint(), sources };
  }
  return { surface, candidates, linkCount, textCount, linkProbability, lowercaseShare };
}
