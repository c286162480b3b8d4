/** The JSON of many links as bytes: what `JSON.stringify(linkJson(link))` gives, with entities that were written before copied. */
import type { Link } from "../../linker/link.js";
import type { Entity } from "../../types.js";
import { bytesOf, JsonBytes } from "./json-bytes.js";
import { entityJson, explanationJson, type LinkJsonOptions } from "./link-json.js";

/** Bytes for entities that are kept, and how many they may be: all that some hundred texts may mean. The system gives memory only to pages that are written to. */
const KEPT_BYTES = 1 << 21;
const MOST_KEPT = 1 << 14;
/** Bytes for an answer, before it asks for more; and those above which what it asked for is given back. (Memory that nothing is written to costs nothing; asking for more copies the kept entities.) */
const ROOM = 1 << 21;
const MUCH = 1 << 23;

const START = bytesOf('{"start":');
const END = bytesOf(',"end":');
const MENTION = bytesOf(',"mention":');
const ENTITY = bytesOf(',"entity":');
const NULL = bytesOf("null");
const CONFIDENCE = bytesOf(',"confidence":');
const NAME_CONFIDENCE = bytesOf(',"nameConfidence":');
const CANDIDATES = bytesOf(',"candidates":[');
const FIRST_CANDIDATE = bytesOf('{"entity":');
const NEXT_CANDIDATE = bytesOf(',{"entity":');
const PRIOR = bytesOf(',"prior":');
const CLOSE = bytesOf("}");
const CLOSE_LIST = bytesOf("]");
const COMMA = bytesOf(",");

export interface LinkBytesOptions extends LinkJsonOptions {
  /** What the entities' rows are rows of. As long as it is the same object, an entity is the same as its row's before; left out, that holds for equal objects within one list only. */
  kb?: object;
  /** Bytes of the whole, at most, and what is thrown beyond. */
  limit: number;
  tooLarge(limit: number): Error;
}

/** Writes list after list; entities lie in front of the answer in the same memory, from where they are copied. */
export class LinkBytes {
  readonly #out = new JsonBytes(KEPT_BYTES + ROOM);
  /** Row or entity → its number among those kept. */
  readonly #numbers = new Map<number | Entity, number>();
  /** Where each kept one begins; the next begins where it ends. */
  readonly #begins = new Int32Array(MOST_KEPT + 1);
  #kb: object | undefined;

  /** `{"NAME":[…]}`. */
  list(name: string, links: readonly Link[], options: LinkBytesOptions): Uint8Array {
    const { limit, kb } = options;
    const isFull = this.#numbers.size >= MOST_KEPT || this.#kept > 0.9 * KEPT_BYTES;
    if (kb === undefined || kb !== this.#kb || isFull) this.#numbers.clear();
    this.#kb = kb;
    const out = this.#out;
    out.at = KEPT_BYTES;
    out.text(`{"${name}":[`);
    // what comes behind the last link
    const most = KEPT_BYTES + limit - 2;
    for (let i = 0; i < links.length; i++) {
      if (i > 0) out.raw(COMMA);
      this.#link(links[i], options);
      if (out.at > most) break;
    }
    out.text("]}");
    const isTooLarge = out.at - KEPT_BYTES > limit;
    const bytes = isTooLarge ? undefined : out.bytes.slice(KEPT_BYTES, out.at);
    if (out.bytes.length > KEPT_BYTES + MUCH) {
      const kept = out.bytes.subarray(0, this.#kept);
      out.bytes = new Uint8Array(KEPT_BYTES + ROOM);
      out.bytes.set(kept);
    }
    if (!bytes) throw options.tooLarge(limit);
    return bytes;
  }

  /** Bytes of the entities that are kept. */
  get #kept(): number {
    return this.#begins[this.#numbers.size];
  }

  #link(link: Link, { candidates: most = Number.POSITIVE_INFINITY, offset = same }: LinkBytesOptions): void {
    const { entity, candidates, nameConfidence, explanation } = link;
    const out = this.#out;
    out.raw(START);
    out.whole(offset(link.start));
    out.raw(END);
    out.whole(offset(link.end));
    out.raw(MENTION);
    out.string(link.mention);
    out.raw(ENTITY);
    if (entity) this.#entity(entity);
    else out.raw(NULL);
    out.raw(CONFIDENCE);
    out.rounded(link.confidence);
    if (nameConfidence !== undefined) {
      out.raw(NAME_CONFIDENCE);
      out.rounded(nameConfidence);
    }
    out.raw(CANDIDATES);
    for (let c = 0; c < candidates.length && c < most; c++) {
      out.raw(c === 0 ? FIRST_CANDIDATE : NEXT_CANDIDATE);
      this.#entity(candidates[c].entity);
      out.raw(PRIOR);
      out.rounded(candidates[c].prior);
      out.raw(CONFIDENCE);
      out.rounded(candidates[c].confidence);
      out.raw(CLOSE);
    }
    out.raw(CLOSE_LIST);
    if (explanation) out.text(`,"explanation":${JSON.stringify(explanationJson(explanation, offset))}`);
    out.raw(CLOSE);
  }

  #entity(entity: Entity): void {
    const out = this.#out;
    const key = this.#kb === undefined ? entity : entity.row;
    const number = this.#numbers.get(key);
    if (number !== undefined) {
      out.again(this.#begins[number], this.#begins[number + 1]);
      return;
    }
    const from = out.at;
    out.text(JSON.stringify(entityJson(entity)));
    const kept = this.#kept;
    const size = out.at - from;
    if (this.#numbers.size >= MOST_KEPT || kept + size > KEPT_BYTES) return;
    out.bytes.copyWithin(kept, from, out.at);
    this.#numbers.set(key, this.#numbers.size);
    this.#begins[this.#numbers.size] = kept + size;
  }
}

const same = (n: number) => n;
