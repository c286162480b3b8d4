/** A list of parts that threads take themselves, each part by one of them: nobody has to hand them out, or be there while they work. */

/** The numbers of the parts are 0 to `size` − 1; what all threads see of them is in `state`. */
export interface SharedQueue {
  size: number;
  state: Int32Array;
}

const NEXT = 0;
const FINISHED = 1;

export function createQueue(size: number): SharedQueue {
  return { size, state: new Int32Array(new SharedArrayBuffer(8)) };
}

/** Parts that no other thread has, until there are none; one is finished when the next is asked for, or when it failed. */
export function* takeFrom({ size, state }: SharedQueue): IterableIterator<number> {
  for (;;) {
    const part = Atomics.add(state, NEXT, 1);
    if (part >= size) return;
    try {
      yield part;
    } finally {
      Atomics.add(state, FINISHED, 1);
      Atomics.notify(state, FINISHED);
    }
  }
}

/** How many parts are finished. */
export function finishedOf({ state }: SharedQueue): number {
  return Atomics.load(state, FINISHED);
}

/** Holds this thread, which must not be the first one, until all parts are finished. */
export function waitForAll(queue: SharedQueue): void {
  for (let done = finishedOf(queue); done < queue.size; done = finishedOf(queue)) {
    Atomics.wait(queue.state, FINISHED, done);
  }
}
