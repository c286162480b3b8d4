/** Sorted streams as one, the least of their next items first: a heap, so that many streams cost little more than few. Whoever stops early ends them all. */
export function* mergeSorted<T>(
  streams: Iterator<T>[],
  compare: (a: T, b: T) => number,
): IterableIterator<T> {
  try {
    const heap: Head<T>[] = [];
    for (const stream of streams) {
      const next = stream.next();
      if (!next.done) heap.push({ item: next.value, stream });
    }
    for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, at, compare);
    while (heap.length > 0) {
      const least = heap[0];
      yield least.item;
      const next = least.stream.next();
      if (!next.done) least.item = next.value;
      else {
        const last = heap.pop()!;
        if (heap.length === 0) return;
        heap[0] = last;
      }
      sink(heap, 0, compare);
    }
  } finally {
    for (const stream of streams) stream.return?.();
  }
}

/** A stream and the item that it gave last. */
interface Head<T> {
  item: T;
  stream: Iterator<T>;
}

function sink<T>(heap: Head<T>[], from: number, compare: (a: T, b: T) => number): void {
  const moved = heap[from];
  let at = from;
  for (let child = 1; ; at = child) {
    child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && compare(heap[child + 1].item, heap[child].item) < 0) child++;
    if (compare(moved.item, heap[child].item) <= 0) break;
    heap[at] = heap[child];
  }
  heap[at] = moved;
}
