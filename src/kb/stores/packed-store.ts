/** The packed store: blocks of names and entities, unpacked as they are asked for and kept while they are in use. Runs in browsers. */
import { LinkingError } from "../../errors.js";
import { BlockCache } from "../../files/block-cache.js";
import { BLOCK_VERSION, BlockFile } from "../../files/block-file.js";
import type { ByteSource } from "../../files/byte-source.js";
import { foldSurface } from "../../text/surfaces.js";
import type { Entity } from "../../types.js";
import { mergeSurfaces, rowOfOtherTitle } from "../contents.js";
import type { KnowledgeBase, KnowledgeBaseInfo, SurfaceInfo } from "../knowledge-base.js";
import { isPersonFlags, urlPrefixOf } from "./entity-record.js";
import { EntityBlock } from "./packed-entities.js";
import { decodeForm } from "./packed-forms.js";
import { IdIndex } from "./packed-ids.js";
import { PACKED_KIND, type PackedAbout, PackedIndex } from "./packed-index.js";
import { NameBlock } from "./packed-names.js";
import { hashString } from "./string-table.js";

/** Blocks that are kept unpacked: about 25 MB of names and 16 MB of entities. */
const NAME_BLOCKS = 1024;
const ENTITY_BLOCKS = 2048;

class PackedKnowledgeBase implements KnowledgeBase {
  readonly info: KnowledgeBaseInfo;
  readonly size: number;
  readonly #file: BlockFile;
  readonly #prefix: string;
  readonly #index: PackedIndex;
  readonly #about: PackedAbout;
  readonly #names: BlockCache<NameBlock>;
  readonly #entities: BlockCache<EntityBlock>;
  #ids: IdIndex | undefined;

  constructor(source: ByteSource, name: string) {
    const file = new BlockFile(source, name);
    if (file.kind !== PACKED_KIND) {
      throw new LinkingError("bad-file", `${name} is a packed file of ${file.kind}, not a knowledge base.`);
    }
    this.#file = file;
    const about = file.about as unknown as PackedAbout;
    const { entities, surfaces, redirects, sources, settings } = about;
    this.#about = about;
    this.size = entities;
    this.info = {
      format: "packed",
      version: BLOCK_VERSION,
      entities,
      surfaces,
      redirects,
      sources,
      settings,
    };
    this.#prefix = urlPrefixOf(settings);
    this.#index = new PackedIndex(file, about.names);
    const nameBlock = (block: number) => new NameBlock(file.block("names", block), file.block("rows", block));
    this.#names = new BlockCache(file.count("names"), NAME_BLOCKS, nameBlock);
    const entityBlock = (block: number) => new EntityBlock(file.block("entities", block));
    this.#entities = new BlockCache(file.count("entities"), ENTITY_BLOCKS, entityBlock);
  }

  #blockOf(row: number): EntityBlock {
    if (!(row >= 0 && row < this.size)) {
      throw new LinkingError(
        "bad-input",
        `There is no entity in row ${row}; the knowledge base has rows 0 to ${this.size - 1}.`,
      );
    }
    return this.#entities.at(Math.floor(row / this.#about.entitiesABlock));
  }

  title(row: number): string {
    return this.#blockOf(row).title(row % this.#about.entitiesABlock);
  }

  entity(row: number): Entity {
    return this.#blockOf(row).entity(row % this.#about.entitiesABlock, row, this.#prefix);
  }

  popularity(row: number): number {
    return this.#blockOf(row).popularity(row % this.#about.entitiesABlock);
  }

  isPerson(row: number): boolean {
    return isPersonFlags(this.#blockOf(row).flags(row % this.#about.entitiesABlock));
  }

  /** The text of the name with this number. */
  #textOf(number: number): string {
    const block = this.#nameBlockOf(number);
    const index = number % this.#about.namesABlock;
    const row = block.ownerRow(index);
    const further = (i: number) => this.#blockOf(row).further(row % this.#about.entitiesABlock, i);
    return decodeForm(block.form(index), this.title(row), further);
  }

  #nameBlockOf(number: number): NameBlock {
    return this.#names.at(Math.floor(number / this.#about.namesABlock));
  }

  /** The first number of exactly this text from `from` on, −1 for none; `from` is −1 for the first time. */
  #find(text: string, hash: number, from: number): number {
    let number = this.#index.next(hash, from);
    while (number >= 0 && this.#textOf(number) !== text) number = this.#index.next(hash, number + 1);
    return number;
  }

  lookup(surface: string): SurfaceInfo | undefined {
    // a title that is no name of its entity may stand beside the name
    const hash = hashString(foldSurface(surface));
    for (let number = this.#find(surface, hash, -1); number >= 0; ) {
      const info = this.#infoOf(number, surface);
      if (info) return info;
      number = this.#find(surface, hash, number + 1);
    }
    return undefined;
  }

  #infoOf(number: number, surface: string): SurfaceInfo | undefined {
    const block = this.#nameBlockOf(number);
    const index = number % this.#about.namesABlock;
    return block.isName(index) ? block.info(index, surface) : undefined;
  }

  lookupFolded(folded: string): SurfaceInfo | undefined {
    const hash = hashString(folded);
    const parts: SurfaceInfo[] = [];
    for (let number = this.#index.next(hash, -1); number >= 0; number = this.#index.next(hash, number + 1)) {
      const surface = this.#textOf(number);
      const info = foldSurface(surface) === folded ? this.#infoOf(number, surface) : undefined;
      if (info) parts.push(info);
    }
    return parts.length > 1 ? mergeSurfaces(folded, parts) : parts[0];
  }

  rowOfTitle(title: string): number {
    const row = this.#rowOfExactTitle(title);
    if (row >= 0) return row;
    const exact = (other: string) => this.#rowOfExactTitle(other);
    return rowOfOtherTitle(title, exact, (folded) => this.lookupFolded(folded));
  }

  #rowOfExactTitle(title: string): number {
    const hash = hashString(foldSurface(title));
    let redirect = -1;
    for (let number = this.#find(title, hash, -1); number >= 0; ) {
      const block = this.#nameBlockOf(number);
      const index = number % this.#about.namesABlock;
      const owner = block.ownerRow(index);
      if (this.title(owner) === title) return owner;
      if (redirect < 0) redirect = block.redirectRow(index);
      number = this.#find(title, hash, number + 1);
    }
    return redirect;
  }

  rowOfId(id: string): number {
    this.#ids ??= new IdIndex(this);
    return this.#ids.rowOf(id);
  }

  /** In the order of UTF-16 units, as the single file has them: it takes a while and the memory of all names. */
  *surfaces(): IterableIterator<SurfaceInfo> {
    const texts = Array.from({ length: this.#about.names }, (_, number) => this.#textOf(number));
    const order = Uint32Array.from(texts.keys()).sort((a, b) => (texts[a] < texts[b] ? -1 : 1));
    for (const number of order) {
      const info = this.#infoOf(number, texts[number]);
      if (info) yield info;
    }
  }

  *redirects(): IterableIterator<{ title: string; row: number }> {
    for (let number = 0; number < this.#about.names; number++) {
      const row = this.#nameBlockOf(number).redirectRow(number % this.#about.namesABlock);
      if (row >= 0) yield { title: this.#textOf(number), row };
    }
  }

  close(): void {
    this.#file.close();
  }
}

/** Opens a packed knowledge base, wherever its bytes lie. `name` is what error sentences call them. */
export function openPackedKnowledgeBase(source: ByteSource, name: string): KnowledgeBase {
  return new PackedKnowledgeBase(source, name);
}
