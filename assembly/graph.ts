// How the kernels read a graph of mentions: the fields of src/math/graph-layout.ts, as byte addresses and counts.
import { bytesOf } from "./lanes";

// @ts-ignore: decorator
@inline
function field(graph: i32, index: usize): i32 {
  return load<i32>(bytesOf(graph) + (index << 2));
}

/** Byte addresses of the first candidate and the number of candidates of each mention. */
// @ts-ignore: decorator
@inline
export function startsOf(graph: i32): usize {
  return bytesOf(field(graph, 0));
}
// @ts-ignore: decorator
@inline
export function countsOf(graph: i32): usize {
  return bytesOf(field(graph, 1));
}

// @ts-ignore: decorator
@inline
export function pairsOf(graph: i32): usize {
  return bytesOf(field(graph, 2));
}
// @ts-ignore: decorator
@inline
export function pairCountOf(graph: i32): i32 {
  return field(graph, 3);
}
/** Bytes from one pair to the next: left, right, block of left, block of right, message to right, message to left. */
export const PAIR_BYTES: usize = 24;

// @ts-ignore: decorator
@inline
export function edgesOf(graph: i32): usize {
  return bytesOf(field(graph, 4));
}
// @ts-ignore: decorator
@inline
export function edgeCountOf(graph: i32): i32 {
  return field(graph, 5);
}
/** Bytes from one edge to the next: source, target, block, message, reverse message. */
export const EDGE_BYTES: usize = 20;

// @ts-ignore: decorator
@inline
export function candidatesOf(graph: i32): i32 {
  return field(graph, 6);
}

// @ts-ignore: decorator
@inline
export function messageSizeOf(graph: i32): i32 {
  return field(graph, 7);
}
// @ts-ignore: decorator
@inline
export function mentionsOf(graph: i32): i32 {
  return field(graph, 9);
}

/** Entry i of an int array. */
// @ts-ignore: decorator
@inline
export function entry(array: usize, i: i32): i32 {
  return load<i32>(array + (<usize>i << 2));
}

/** A count rounded up to whole vectors. */
// @ts-ignore: decorator
@inline
export function widthOf(count: i32): i32 {
  return (count + 3) & ~3;
}
