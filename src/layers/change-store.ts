/** Changes of own entities on disk (LMDB): written before anybody is told, seen by every thread and process that has the folder open. */
import { mkdirSync } from "node:fs";
import { type Database, open, type RootDatabase } from "lmdb";
import { LinkingError, messageOf } from "../errors.js";
import type { Change } from "./change.js";
import type { Layers } from "./layers.js";

/** Whether a change may be made, by the number of the last change of the same entity (0 when there was none); a sentence refuses it. */
export type ChangeCheck = (last: { number: number; change?: Change }) => string | undefined;

interface Entry {
  number: number;
  change: Change;
}

const LAST = "last";
const LONGEST_KEY = 1500;

/** One entry for each entity that was ever changed, and the order of the changes: the folder does not grow with their number. */
export class ChangeStore {
  readonly path: string;
  readonly #root: RootDatabase;
  readonly #entries: Database<Entry, string>;
  /** Number of a change → key of its entry, while it is the last of that entry. */
  readonly #order: Database<string, number>;
  readonly #meta: Database<number, string>;

  /** Made when it is not there. */
  constructor(path: string) {
    this.path = path;
    try {
      mkdirSync(path, { recursive: true });
      this.#root = open({ path, maxDbs: 4, noSubdir: false, mapSize: 2 ** 34 } as Parameters<typeof open>[0]);
      this.#entries = this.#root.openDB<Entry, string>({ name: "entries", encoding: "json" });
      this.#order = this.#root.openDB<string, number>({
        name: "order",
        encoding: "string",
        keyEncoding: "uint32",
      });
      this.#meta = this.#root.openDB<number, string>({ name: "meta", encoding: "json" });
    } catch (error) {
      const sentence = `The changes in ${path} could not be opened: ${messageOf(error)}; give a folder that changes of own entities are kept in, or one that is not there yet.`;
      throw new LinkingError("bad-file", sentence, { cause: error });
    }
  }

  /** The last change of an entity; undefined when there was none. */
  entry(id: string): Entry | undefined {
    this.#root.resetReadTxn();
    return this.#entries.get(`e${id}`);
  }

  /** Changes after the one with this number, in order, as of one moment. */
  since(number: number): { last: number; changes: Change[] } {
    this.#root.resetReadTxn();
    const last = this.#meta.get(LAST) ?? 0;
    const changes: Change[] = [];
    if (last === number) return { last, changes };
    for (const { value: key } of this.#order.getRange({ start: number + 1 }))
      changes.push(this.#entries.get(key)!.change);
    return { last, changes };
  }

  /** All changes or, when one is refused, none; on disk when the promise settles. Returns the number of each. */
  async write(changes: readonly Change[], check?: ChangeCheck): Promise<number[]> {
    const keys = changes.map(keyOf);
    const outcome = await this.#root.transaction(() => {
      const known = keys.map((key) => this.#entries.get(key));
      for (const entry of check ? known : []) {
        const refused = check!({ number: entry?.number ?? 0, change: entry?.change });
        if (refused !== undefined) return refused;
      }
      let last = this.#meta.get(LAST) ?? 0;
      const numbers = changes.map((change, i) => {
        const before = this.#entries.get(keys[i]);
        if (before) this.#order.remove(before.number);
        this.#order.put(++last, keys[i]);
        this.#entries.put(keys[i], { number: last, change });
        return last;
      });
      this.#meta.put(LAST, last);
      return numbers;
    });
    if (typeof outcome === "string") throw new LinkingError("mismatch", outcome);
    await this.#root.flushed;
    return outcome;
  }

  async close(): Promise<void> {
    await this.#root.close();
  }
}

function keyOf(change: Change): string {
  const { kind } = change;
  const hiding = kind === "hide" || kind === "show" ? change.hidden : undefined;
  const id = kind === "put" ? change.entity.id : kind === "remove" ? change.id : "";
  const key = hiding ? `h${hiding.entity}\n${hiding.name ?? ""}` : `e${id}`;
  if (Buffer.byteLength(key) <= LONGEST_KEY) return key;
  throw new LinkingError("bad-input", `The identifier "${key.slice(1, 60)}…" is too long to be kept.`);
}

/** Makes a linker's layers follow a store: what `catchUp` of `openLinker` wants. */
export function followChanges(store: ChangeStore): (layers: Layers) => void {
  let seen = 0;
  return (layers) => {
    const { last, changes } = store.since(seen);
    if (last === seen) return;
    layers.apply(changes);
    seen = last;
  };
}
