/** The packed store: blocks of names and entities, unpacked as they are asked for and read where they lie then. Runs in browsers. */
import { LinkingError } from "../../errors.js";
import { BLOCK_VERSION, BlockFile } from "../../files/block-file.js";
import type { ByteSource } from "../../files/byte-source.js";
import { foldSurface } from "../../text/surfaces.js";
import type { Entity } from "../../types.js";
import { mergeSurfaces, rowOfOtherTitle } from "../contents.js";
import type { KnowledgeBase, KnowledgeBaseInfo, SurfaceInfo } from "../knowledge-base.js";
import { isPersonFlags, urlPrefixOf } from "./entity-record.js";
import { PackedEntities } from "./packed-entities.js";
import { decodeForm } from "./packed-forms.js";
import { IdIndex } from "./packed-ids.js";
import { PACKED_KIND, type PackedAbout, PackedIndex } from "./packed-index.js";
import { PackedNames } from "./packed-names.js";
import { hashString } from "./string-table.js";

class PackedKnowledgeBase implements KnowledgeBase {
  readonly info: KnowledgeBaseInfo;
  readonly size: number;
  readonly #file: BlockFile;
  readonly #prefix: string;
  readonly #index: PackedIndex;
  readonly #nameCount: number;
  readonly #names: PackedNames;
  readonly #entities: PackedEntities;
  #ids: IdIndex | undefined;

  constructor(source: ByteSource, name: string) {
    const file = new BlockFile(source, name);
    if (file.kind !== PACKED_KIND) {
      throw new LinkingError("bad-file", `${name} is a packed file of ${file.kind}, not a knowledge base.`);
    }
    this.#file = file;
    const about = file.about as unknown as PackedAbout;
    const { entities, surfaces, redirects, sources, settings, names } = about;
    this.#nameCount = names;
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
    this.#index = new PackedIndex(file, names);
    this.#names = new PackedNames(file, names, about.namesABlock);
    this.#entities = new PackedEntities(file, entities, about.entitiesABlock);
  }

  #checked(row: number): number {
    if (row >= 0 && row < this.size) return row;
    throw new LinkingError(
      "bad-input",
      `There is no entity in row ${row}; the knowledge base has rows 0 to ${this.size - 1}.`,
    );
  }

  title(row: number): string {
    return this.#entities.title(this.#checked(row));
  }

  entity(row: number): Entity {
    return this.#entities.entity(this.#checked(row), this.#prefix);
  }

  popularity(row: number): number {
    return this.#entities.popularity(this.#checked(row));
  }

  isPerson(row: number): boolean {
    return isPersonFlags(this.#entities.flags(this.#checked(row)));
  }

  /** The text of the name with this number. */
  #textOf(number: number): string {
    const row = this.#names.ownerRow(number);
    const further = (i: number) => this.#entities.further(row, i);
    return decodeForm(this.#names.form(number), this.#entities.title(row), further);
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
    return this.#names.isName(number) ? this.#names.info(number, surface) : undefined;
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
      const owner = this.#names.ownerRow(number);
      if (this.title(owner) === title) return owner;
      if (redirect < 0) redirect = this.#names.redirectRow(number);
      number = this.#find(title, hash, number + 1);
    }
    return redirect;
  }

  rowOfId(id: string): number {
    // titles are the identifiers where nobody gave others; the index unpacks every entity
    const titled = this.#rowOfExactTitle(id);
    if (titled >= 0 && this.entity(titled).id === id) return titled;
    this.#ids ??= new IdIndex(this);
    return this.#ids.rowOf(id);
  }

  /** In the order of UTF-16 units, as the single file has them: it takes a while and the memory of all names. */
  *surfaces(): IterableIterator<SurfaceInfo> {
    const texts = Array.from({ length: this.#nameCount }, (_, number) => this.#textOf(number));
    const order = Uint32Array.from(texts.keys()).sort((a, b) => (texts[a] < texts[b] ? -1 : 1));
    for (const number of order) {
      const info = this.#infoOf(number, texts[number]);
      if (info) yield info;
    }
  }

  *redirects(): IterableIterator<{ title: string; row: number }> {
    for (let number = 0; number < this.#nameCount; number++) {
      const row = this.#names.redirectRow(number);
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
