/** A queue that shares work out: little before much, and nobody gets more by asking more often or by more connections. */

export interface Waiting {
  /** Who asks: an address. */
  readonly client: string;
  /** By which of the client's connections. */
  readonly connection: string;
  /** How much work it is, in any unit. */
  readonly cost: number;
  /** What its place is reckoned by, in the same unit; the cost when left out. */
  readonly share?: number;
}

/** Connections to remember before those that are owed nothing are forgotten. */
const MANY = 1000;

/**
 * Self-clocked fair queueing: a task is due at the time that its connection's last one was due, or now if that is past, plus
 * its share; the time is that of the task last begun. Who keeps asking falls behind, and nobody waits for ever.
 */
export class FairQueue<Task extends Waiting> {
  #now = 0;
  #cost = 0;
  /** Task → when it would be done if the work were shared out evenly; the lowest is next. */
  readonly #places = new Map<Task, number>();
  readonly #byClient = new Map<string, number>();
  /** Connection → when its last task is due. */
  readonly #due = new Map<string, number>();

  get size(): number {
    return this.#places.size;
  }

  /** Work that waits. */
  get cost(): number {
    return this.#cost;
  }

  has(task: Task): boolean {
    return this.#places.has(task);
  }

  waitingOf(client: string): number {
    return this.#byClient.get(client) ?? 0;
  }

  push(task: Task): void {
    // a client has one share for all that it has waiting
    const places = this.waitingOf(task.client) + 1;
    const finish =
      Math.max(this.#now, this.#due.get(task.connection) ?? 0) + (task.share ?? task.cost) * places;
    this.#due.set(task.connection, finish);
    this.#places.set(task, finish);
    this.#byClient.set(task.client, places);
    this.#cost += task.cost;
    if (this.#due.size > MANY) this.#forget();
  }

  delete(task: Task): boolean {
    if (!this.#places.delete(task)) return false;
    this.#cost -= task.cost;
    const left = this.waitingOf(task.client) - 1;
    if (left > 0) this.#byClient.set(task.client, left);
    else this.#byClient.delete(task.client);
    return true;
  }

  /** The next task of those that may begin. */
  take(isAllowed: (task: Task) => boolean): Task | undefined {
    let best: Task | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [task, finish] of this.#places) {
      if (finish >= least || !isAllowed(task)) continue;
      best = task;
      least = finish;
    }
    if (!best) return undefined;
    this.#now = Math.max(this.#now, least);
    this.delete(best);
    return best;
  }

  /** What a task that was taken has cost beyond what was thought: its connection waits the longer for its next. */
  charge({ connection }: Task, more: number): void {
    if (more > 0) this.#due.set(connection, Math.max(this.#now, this.#due.get(connection) ?? 0) + more);
  }

  /** The newest task of the client that has most waiting, if that is more than `client` would have with one more. */
  newestOfGreedier(client: string): Task | undefined {
    let name = client;
    let most = this.waitingOf(client) + 1;
    for (const [other, count] of this.#byClient) {
      if (count > most) [name, most] = [other, count];
    }
    if (name === client) return undefined;
    return [...this.#places.keys()].findLast((task) => task.client === name);
  }

  [Symbol.iterator](): Iterator<Task> {
    return this.#places.keys();
  }

  #forget(): void {
    for (const [connection, due] of this.#due) if (due <= this.#now) this.#due.delete(connection);
  }
}
