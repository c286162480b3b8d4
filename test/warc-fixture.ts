/** Web archives for tests, written by hand: texts as a crawler leaves them, and pages as a server answered them. */

export interface WarcPage {
  uri: string;
  /** A text, type "conversion". */
  text?: string;
  /** An answer with its headers, type "response". */
  http?: string;
  /** Of another type, which is no document. */
  type?: string;
}

export function warcOf(pages: readonly WarcPage[]): Buffer {
  return Buffer.concat(pages.map(recordOf));
}

export function recordOf({ uri, text, http, type }: WarcPage): Buffer {
  const block = Buffer.from(text ?? http ?? "");
  const head = [
    "WARC/1.0",
    `WARC-Type: ${type ?? (http === undefined ? "conversion" : "response")}`,
    `WARC-Target-URI: ${uri}`,
    `Content-Type: ${http === undefined ? "text/plain" : "application/http; msgtype=response"}`,
    `Content-Length: ${block.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), block, Buffer.from("\r\n\r\n")]);
}
