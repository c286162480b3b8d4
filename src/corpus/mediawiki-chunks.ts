/** Cuts the bytes of a pages-articles dump into chunks of whole pages, which can be read apart from each other. */
import { LinkingError } from "../errors.js";
import { type Break, describeBreak } from "../files/broken-stream.js";
import { counted } from "../text/counted.js";
import type { OnWarning } from "./page.js";
import { decodeXmlText } from "./xml-text.js";

const PAGE_END = Buffer.from("</page>");
const PAGE_START = Buffer.from("<page>");
/** No page of a real dump comes near; a file that never closes a page must not fill the memory. Bytes. */
const LARGEST_PAGE = 16 << 20;
/** What stands before the first page is read from here on, from its end; bytes. */
const LONGEST_HEAD = 1 << 16;

export interface CutOptions {
  /** What warnings call the input. */
  name: string;
  onWarning?: OnWarning;
  /** Bytes of a chunk: about as many, and at least one page. */
  size: number;
  /** Bytes of the next chunk, where they are not always as many. */
  sizeNow?: () => number;
  /** Bytes and pages that are behind us: the input begins behind the end of an earlier chunk. */
  behind?: { bytes: number; pages: number };
}

export interface PageChunk {
  bytes: Buffer;
  /** Bytes and pages of the dump up to the end of this chunk. */
  end: number;
  pages: number;
  /** What stood before the first page; with the first chunk only. */
  head?: string;
}

/** What a piece of a dump that begins and ends anywhere has before its first whole page, and behind its last. */
export interface PieceEdges {
  lead: Buffer;
  tail: Buffer;
}

/** The whole pages of a piece, and its edges. */
export function splitEdges(bytes: Buffer): PieceEdges & { pages: Buffer } {
  const start = bytes.indexOf(PAGE_START);
  const end = bytes.indexOf(PAGE_END) + PAGE_END.length;
  if (end < PAGE_END.length) return { lead: bytes, pages: bytes.subarray(0, 0), tail: bytes.subarray(0, 0) };
  const from = start >= 0 && start < end ? start : end;
  const to = bytes.lastIndexOf(PAGE_END) + PAGE_END.length;
  return { lead: bytes.subarray(0, from), pages: bytes.subarray(from, to), tail: bytes.subarray(to) };
}

/** Puts the pages together that lie on the edges of pieces, which come in order. */
export class PageSeams {
  #open: Buffer;

  /** `open`: what is left of the pieces before. */
  constructor(
    private readonly name: string,
    open = "",
  ) {
    this.#open = Buffer.from(open, "latin1");
  }

  /** What is left open, to go on with later. */
  get open(): string {
    return this.#open.toString("latin1");
  }

  /** The pages that end in the lead of a piece; undefined for none. */
  join({ lead, tail }: PieceEdges): Buffer | undefined {
    const seam = Buffer.concat([this.#open, lead]);
    const end = seam.lastIndexOf(PAGE_END) + PAGE_END.length;
    const whole = end < PAGE_END.length ? undefined : seam.subarray(0, end);
    this.#open = Buffer.concat([whole ? seam.subarray(end) : seam, tail]);
    if (this.#open.length > LARGEST_PAGE) {
      throw new LinkingError(
        "bad-file",
        `${this.name} has more than ${LARGEST_PAGE >> 20} MB without the end of a page; a MediaWiki pages-articles XML dump was expected.`,
      );
    }
    return whole;
  }

  /** Why the dump is not whole: it breaks off, or ends without its end; undefined when it is. */
  cut(pages: number, broken?: Break): string | undefined {
    const reason = broken && reasonOfCut(broken, this.name, pages);
    if (pages === 0) throw noPages(this.name);
    const isWhole = this.#open.indexOf(PAGE_START) < 0 && this.#open.indexOf("</mediawiki>") >= 0;
    if (reason === undefined && isWhole) return undefined;
    const why = reason === undefined ? "is cut off" : `is cut off (${reason}; a broken download?)`;
    return `${this.name} ${why}; the ${counted(pages, "page")} before that ${pages === 1 ? "is" : "are"} used.`;
  }
}

/** Holds bytes until they are enough for a chunk. */
class PageCutter {
  #held: Buffer[] = [];
  #length = 0;
  #wanted: number;
  #end: number;
  pages: number;

  constructor(private readonly options: CutOptions) {
    this.#wanted = options.size;
    this.#end = options.behind?.bytes ?? 0;
    this.pages = options.behind?.pages ?? 0;
  }

  /** A chunk when there is enough for one. */
  push(bytes: Buffer): PageChunk | undefined {
    this.#held.push(bytes);
    this.#length += bytes.length;
    if (this.#length < this.#wanted) return undefined;
    const whole = this.take();
    this.#dropTooLong();
    return whole;
  }

  /** All whole pages held; undefined when there is none. */
  take(): PageChunk | undefined {
    // memory of its own, which can be handed to another thread
    const all = Buffer.concat(this.#held);
    const close = all.lastIndexOf(PAGE_END);
    const cut = close < 0 ? 0 : close + PAGE_END.length;
    const bytes = all.subarray(0, cut);
    const head = this.pages === 0 ? headOf(bytes) : undefined;
    this.#held = [Buffer.from(all.subarray(cut))];
    this.#length -= cut;
    this.#end += cut;
    this.pages += cut === 0 ? 0 : countPages(bytes);
    // what was looked through in vain is not looked through again with every piece that comes
    const size = this.options.sizeNow?.() ?? this.options.size;
    this.#wanted = Math.min(Math.max(size, 2 * this.#length), LARGEST_PAGE + 1);
    return cut === 0 ? undefined : { bytes, end: this.#end, pages: this.pages, head };
  }

  #dropTooLong(): void {
    if (this.#length <= LARGEST_PAGE) return;
    const { name, size, onWarning } = this.options;
    onWarning?.(
      `${name} has more than ${LARGEST_PAGE >> 20} MB without the end of a page at byte ${this.#end}; that part is left out.`,
    );
    this.#end += this.#length;
    this.#held = [];
    this.#length = 0;
    this.#wanted = size;
  }

  /** Is nothing left but the end of the dump? */
  get isWhole(): boolean {
    const rest = Buffer.concat(this.#held);
    return rest.indexOf(PAGE_START) < 0 && rest.indexOf("</mediawiki>") >= 0;
  }

  warnEnd(reason: string): void {
    const { name, onWarning } = this.options;
    const rest = Buffer.concat(this.#held);
    const start = rest.indexOf(PAGE_START);
    const title = start < 0 ? undefined : elementOf(rest.subarray(start), "title", 0, rest.length);
    const where = title === undefined ? "" : `, in the page "${title}"`;
    onWarning?.(
      `${name} ${reason} at byte ${this.#end + this.#length}${where}; the ${counted(this.pages, "page")} before it ${this.pages === 1 ? "is" : "are"} used.`,
    );
  }
}

export async function* cutPages(
  chunks: AsyncIterable<Buffer>,
  options: CutOptions,
): AsyncGenerator<PageChunk> {
  const { name } = options;
  const cutter = new PageCutter(options);
  let broken: unknown;
  try {
    for await (const bytes of chunks) {
      const whole = cutter.push(bytes);
      if (whole) yield whole;
    }
  } catch (error) {
    if (error instanceof LinkingError || (error as Error).name === "AbortError") throw error;
    broken = error;
  }
  const last = cutter.take();
  if (last) yield last;
  if (broken !== undefined) {
    const reason = reasonOfCut(describeBreak(broken), name, cutter.pages, broken);
    cutter.warnEnd(`is cut off (${reason}; a broken download?): it ends`);
    return;
  }
  if (cutter.pages === 0) throw noPages(name);
  if (!cutter.isWhole) cutter.warnEnd("is cut off: it ends");
}

function headOf(bytes: Buffer): string | undefined {
  const start = bytes.indexOf(PAGE_START);
  return start < 0 ? undefined : bytes.toString("utf8", Math.max(0, start - LONGEST_HEAD), start);
}

function countPages(bytes: Buffer): number {
  let count = 0;
  for (const _ of pagesIn(bytes)) count++;
  return count;
}

/** Each page of a chunk, from its `<page>` to before `</page>`. */
export function* pagesIn(bytes: Buffer): IterableIterator<Buffer> {
  let from = 0;
  for (let end = bytes.indexOf(PAGE_END); end >= 0; end = bytes.indexOf(PAGE_END, from)) {
    const start = bytes.indexOf(PAGE_START, from);
    if (start >= 0 && start < end) yield bytes.subarray(start, end);
    from = end + PAGE_END.length;
  }
}

function noPages(name: string): LinkingError {
  return new LinkingError(
    "bad-file",
    `${name} has no pages; a MediaWiki pages-articles XML dump was expected. Was it cut off, or is it another kind of file?`,
  );
}

/** Only what is cut can be lived with: pages of a damaged file may say anything. */
function reasonOfCut({ isCut, reason }: Break, name: string, pages: number, cause?: unknown): string {
  if (isCut) return reason;
  throw new LinkingError(
    "bad-file",
    `${name} cannot be used: ${reason}, after ${counted(pages, "page")}; fetch it again.`,
    { cause },
  );
}

/** What stands between the tags of the first such element that begins between `from` and `to`. */
export function elementOf(page: Buffer, tag: string, from: number, to: number): string | undefined {
  const start = page.indexOf(`<${tag}>`, from);
  if (start < 0 || start >= to) return undefined;
  const end = page.indexOf(`</${tag}>`, start);
  return end < 0 ? undefined : decodeXmlText(page, start + tag.length + 2, end);
}
