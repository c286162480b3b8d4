/** Contents into the bytes of the packed store: small on disk, read block by block. */
import { LinkingError } from "../../errors.js";
import { packBlockFile } from "../../files/block-writer.js";
import { ByteReader, ByteWriter, decodeUtf8 } from "../../files/bytes.js";
import { foldSurface } from "../../text/surfaces.js";
import type { Entity } from "../../types.js";
import type { KnowledgeBaseContents } from "../contents.js";
import type { SurfaceInfo } from "../knowledge-base.js";
import { encodeEntity, urlPrefixOf } from "./entity-record.js";
import { makeDictionary } from "./packed-dictionary.js";
import { ENTITIES_A_BLOCK, encodeEntityBlock } from "./packed-entities.js";
import { encodeForm, encodeFurther } from "./packed-forms.js";
import { bucketBits, PACKED_KIND, type PackedAbout } from "./packed-index.js";
import { encodeNameBlock, NAMES_A_BLOCK, type PackedCandidate, type PackedName } from "./packed-names.js";
import { encodeCount, encodePrior, NO_PRIOR } from "./packed-numbers.js";
import { hashString } from "./string-table.js";

/** Rows are kept in three bytes. */
const MOST_ENTITIES = 2 ** 24;

/**
 * A knowledge base in about a quarter of the single file's bytes. Priors and counts are rounded (`packed-numbers.ts`), everything else is
 * kept as it is; names come back in another order.
 */
export function encodePackedKnowledgeBase(contents: KnowledgeBaseContents): Uint8Array<ArrayBuffer> {
  const entities = [...contents.entities];
  if (entities.length >= MOST_ENTITIES) {
    throw new LinkingError(
      "bad-input",
      `A packed knowledge base holds fewer than ${MOST_ENTITIES} entities, this one has ${entities.length}; keep it as one file or in LMDB.`,
    );
  }
  const names = new NameCollector(entities);
  const redirects = new Map<string, number>();
  for (const { title, row } of contents.redirects) redirects.set(title, row);
  const redirectCount = redirects.size;
  for (const info of contents.surfaces) {
    names.add(info, redirects.get(info.surface));
    redirects.delete(info.surface);
  }
  const surfaces = names.size;
  names.addTitles(redirects);
  const order = names.order();
  const { sources, settings } = contents;
  const about: PackedAbout = {
    entities: entities.length,
    surfaces,
    redirects: redirectCount,
    sources,
    settings,
    names: names.size,
    entitiesABlock: ENTITIES_A_BLOCK,
    namesABlock: NAMES_A_BLOCK,
  };
  const nameBlocks = blocksOfNames(names, order);
  const prefix = urlPrefixOf(settings);
  return packBlockFile({
    kind: PACKED_KIND,
    about: { ...about },
    dictionary: { bytes: makeDictionary(textsOf(entities, names, prefix)), sections: ["entities"] },
    sections: {
      buckets: [names.bucketSizes()],
      prints: [Uint8Array.from(order, (i) => names.hash(i) & 255)],
      names: nameBlocks.map(({ block }) => block),
      rows: nameBlocks.map(({ rows }) => rows),
      entities: entityBlocks(entities, names, prefix),
    },
  });
}

function blocksOfNames(names: NameCollector, order: Uint32Array) {
  const blocks: ReturnType<typeof encodeNameBlock>[] = [];
  for (let i = 0; i < order.length; i += NAMES_A_BLOCK) {
    const list = Array.from(order.subarray(i, i + NAMES_A_BLOCK), (number) => names.at(number));
    blocks.push(encodeNameBlock(list));
  }
  return blocks;
}

/** All that is text in the blocks of entities. */
function textsOf(entities: Entity[], names: NameCollector, prefix: string): string[] {
  return entities.flatMap((entity) => [
    ...decodeUtf8(encodeEntity(entity, prefix), 5, Number.POSITIVE_INFINITY)
      // lengths and numbers stand between the strings of a record
      .split(/[\p{Cc}\ufffd]/u)
      .filter((text) => text !== ""),
    ...names.further(entity.row),
  ]);
}

function* entityBlocks(entities: Entity[], names: NameCollector, prefix: string): Generator<Uint8Array> {
  for (let row = 0; row < entities.length; row += ENTITIES_A_BLOCK) {
    const block = entities.slice(row, row + ENTITIES_A_BLOCK);
    yield encodeEntityBlock(
      block,
      block.map((_, i) => names.further(row + i)),
      prefix,
    );
  }
}

/** Names as they come, each coded already, since a million of them as objects would not fit. */
class NameCollector {
  readonly #entities: Entity[];
  /** By row: the names that are not words of the title. */
  readonly #further = new Map<number, string[]>();
  /** By row: 1 once its title has been among the names. */
  readonly #isTitled: Uint8Array;
  readonly #coded = new ByteWriter(1 << 20);
  readonly #places: number[] = [];
  readonly #hashes: number[] = [];

  constructor(entities: Entity[]) {
    this.#entities = entities;
    this.#isTitled = new Uint8Array(entities.length);
  }

  get size(): number {
    return this.#hashes.length;
  }

  hash(number: number): number {
    return this.#hashes[number];
  }

  further(row: number): string[] {
    return this.#further.get(row) ?? [];
  }

  /** A name, and the row it leads to when it is another title. */
  add(info: SurfaceInfo, redirect: number | undefined): void {
    const { surface } = info;
    const candidates = info.candidates.map(
      ({ entity, prior, sources, count }): PackedCandidate => ({
        entity,
        prior: encodePrior(prior),
        sources,
        count,
      }),
    );
    const links = info.candidates.reduce((sum, { count }) => sum + count, 0);
    this.#push(surface, candidates, redirect, {
      linkCount: links === info.linkCount ? 0 : 1 + encodeCount(info.linkCount),
      textCount: encodeCount(info.textCount),
      linkProbability: Math.round(info.linkProbability * 255),
      lowercaseShare: Math.round(info.lowercaseShare * 255),
    });
  }

  /** Titles that are no names, so that they are found all the same: entities' own and those that lead to one. */
  addTitles(redirects: Map<string, number>): void {
    const nothing = { linkCount: 0, textCount: 0, linkProbability: 0, lowercaseShare: 0 };
    for (const { title, row } of this.#entities) {
      if (this.#isTitled[row] === 0) this.#push(title, [titleOnly(row)], undefined, nothing);
    }
    for (const [title, row] of redirects) this.#push(title, [], row, nothing);
  }

  #push(
    text: string,
    candidates: PackedCandidate[],
    redirect: number | undefined,
    rest: Pick<PackedName, "linkCount" | "textCount" | "linkProbability" | "lowercaseShare">,
  ): void {
    let redirectPlace = 0;
    if (redirect !== undefined) {
      if (!candidates.some(({ entity }) => entity === redirect)) candidates.push(titleOnly(redirect));
      redirectPlace = 1 + candidates.findIndex(({ entity }) => entity === redirect);
    }
    const name = { ...this.#told(text, candidates), redirect: redirectPlace, ...rest, candidates };
    this.#places.push(this.#coded.length);
    this.#hashes.push(hashString(foldSurface(text)));
    writeName(this.#coded, name);
  }

  /** By which candidate's title the text is told, and how: its own title if it is one's, else words of the first that has them. */
  #told(text: string, candidates: PackedCandidate[]): Pick<PackedName, "owner" | "form"> {
    const titles = candidates.map(({ entity }) => this.#entities[entity].title);
    let owner = titles.indexOf(text);
    if (owner >= 0) this.#isTitled[candidates[owner].entity] = 1;
    else owner = titles.findIndex((title) => encodeForm(title, text) >= 0);
    if (owner < 0) owner = 0;
    const form = encodeForm(titles[owner], text);
    return {
      owner,
      form: form >= 0 ? form : encodeFurther(this.#addFurther(candidates[owner].entity, text)),
    };
  }

  #addFurther(row: number, text: string): number {
    const list = this.#further.get(row);
    if (list) return list.push(text) - 1;
    this.#further.set(row, [text]);
    return 0;
  }

  at(number: number): PackedName {
    return readName(new ByteReader(this.#coded.bytes, this.#places[number]));
  }

  /** Numbers of the names by hash, equal ones as they came. */
  order(): Uint32Array {
    const hashes = this.#hashes;
    return Uint32Array.from(hashes.keys()).sort((a, b) => hashes[a] - hashes[b] || a - b);
  }

  /** How many names each bucket of hashes has, as varints. */
  bucketSizes(): Uint8Array {
    const bits = bucketBits(this.size);
    const sizes = new Uint32Array(1 << bits);
    for (const hash of this.#hashes) sizes[hash >>> (32 - bits)]++;
    const out = new ByteWriter(sizes.length + 8);
    for (const size of sizes) out.varint(size);
    return out.done();
  }
}

function titleOnly(entity: number): PackedCandidate {
  return { entity, prior: NO_PRIOR, sources: 0, count: 0 };
}

function writeName(out: ByteWriter, { candidates, ...name }: PackedName): void {
  for (const key of nameKeys) out.varint(name[key]);
  out.varint(candidates.length);
  for (const candidate of candidates) for (const key of candidateKeys) out.varint(candidate[key]);
}

const nameKeys = [
  "owner",
  "form",
  "redirect",
  "linkCount",
  "textCount",
  "linkProbability",
  "lowercaseShare",
] as const;
const candidateKeys = ["entity", "prior", "sources", "count"] as const;

function readName(from: ByteReader): PackedName {
  const record = <K extends string>(keys: readonly K[]) =>
    Object.fromEntries(keys.map((key) => [key, from.varint()])) as Record<K, number>;
  const name = record(nameKeys);
  return { ...name, candidates: Array.from({ length: from.varint() }, () => record(candidateKeys)) };
}
