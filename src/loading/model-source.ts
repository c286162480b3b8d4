/** Where a model's files come from: an address, or whatever a caller's function gives. Runs in browsers. */
import { LinkingError, messageOf } from "../errors.js";
import type { ByteSource } from "../files/byte-source.js";
import { type LazyBytes, wholeBytes } from "../files/lazy-bytes.js";
import { show } from "../options.js";

/** One file's content as it comes: fetched, read, packed or not. */
export type ModelFile = Response | Blob | ArrayBuffer | Uint8Array | LazyBytes | ByteSource;

/** Gives the content of the model's file with this name. */
export type ReadModelFile = (name: string) => ModelFile | Promise<ModelFile>;

/** A function that gives the files, or the address of the folder they lie in. */
export type ModelSource = ReadModelFile | string | URL;

/** One way to read for every source; what cannot be had is refused with the file's name. */
export function createModelReader(source: ModelSource): (name: string) => Promise<LazyBytes | ByteSource> {
  const read = typeof source === "function" ? source : fetchFrom(source);
  return async (name) => {
    let content: ModelFile;
    try {
      content = await read(name);
    } catch (error) {
      if (error instanceof LinkingError) throw error;
      const sentence = `The model's file ${name} could not be read: ${messageOf(error)}.`;
      throw new LinkingError("not-found", sentence, { cause: error });
    }
    return toLazyBytes(content, name);
  };
}

function fetchFrom(folder: string | URL): ReadModelFile {
  if (typeof folder !== "string" && !(folder instanceof URL)) {
    throw new LinkingError(
      "bad-input",
      `The model's source is ${show(folder)}; wanted an address, or a function that gives a file by its name.`,
    );
  }
  const address = String(folder).replace(/\/?$/, "/");
  return (name) => fetch(address + name);
}

async function toLazyBytes(content: ModelFile, name: string): Promise<LazyBytes | ByteSource> {
  if (content instanceof ArrayBuffer) return wholeBytes(content);
  if (content instanceof Uint8Array) return wholeBytes(ownBuffer(content));
  if (typeof (content as LazyBytes | undefined)?.need === "function") return content as LazyBytes;
  if (typeof (content as ByteSource | undefined)?.read === "function") return content as ByteSource;
  if (typeof (content as Response | Blob | undefined)?.arrayBuffer === "function") {
    refuseFailure(content as Response, name);
    return wholeBytes(await (content as Response | Blob).arrayBuffer());
  }
  throw new LinkingError(
    "bad-input",
    `The model's file ${name} came as ${show(content)}; wanted a Response, a Blob, an ArrayBuffer or a Uint8Array.`,
  );
}

/** The bytes alone; those of a larger buffer (Node's small Buffers share one) are copied. */
function ownBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBufferLike {
  const isWhole = byteOffset === 0 && byteLength === buffer.byteLength;
  return isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
}

function refuseFailure({ ok, status, url }: Response, name: string): void {
  if (ok === undefined || ok) return;
  throw new LinkingError(
    "not-found",
    `The model's file ${name} could not be fetched: ${url || "its address"} answered with status ${status}; give the address under which the model's folder is served.`,
  );
}
