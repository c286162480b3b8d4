// The WebAssembly module of what reads dumps: loops over the bytes and units of texts. Addresses are bytes; who calls has made room.
export { decodeXml, markCount } from "./decode-xml";
export {
  addBlock,
  clearTable,
  freshAt,
  freshWords,
  growTable,
  kindsAt,
  numberLength,
  numbersAt,
  setText,
  tokenCount,
  wordCount,
} from "./words";

/** First byte that is free. */
export function memoryBase(): usize {
  return (__heap_base + 15) & ~15;
}
