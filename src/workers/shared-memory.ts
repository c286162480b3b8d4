/** Typed arrays in memory that all threads see. */

type TypedArray = Float32Array | Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** An array of zeros of a length, or with the given numbers. */
export function shared<T extends TypedArray>(
  type: { new (buffer: SharedArrayBuffer): T; BYTES_PER_ELEMENT: number },
  content: number | ArrayLike<number>,
): T {
  const length = typeof content === "number" ? content : content.length;
  const array = new type(new SharedArrayBuffer(length * type.BYTES_PER_ELEMENT));
  if (typeof content !== "number") array.set(content);
  return array;
}
