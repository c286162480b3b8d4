/** Cuts the bytes of a pages-articles dump into chunks of whole pages, which can be read apart from each other. */
import { LinkingError } from "../errors.js";
import { describeBreak } from "../files/broken-stream.js";
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

export async function* cutPages(
  chunks: AsyncIterable<Buffer>,
  { name, onWarning, size, behind = { bytes: 0, pages: 0 } }: CutOptions,
): AsyncGenerator<PageChunk> {
  let held: Buffer[] = [];
  let length = 0;
  let wanted = size;
  let end = behind.bytes;
  let pages = behind.pages;
  const isFirst = () => pages === 0;

  /** All whole pages held; undefined when there is none. */
  function take(): PageChunk | undefined {
    const all = held.length === 1 ? held[0] : Buffer.concat(held);
    const close = all.lastIndexOf(PAGE_END);
    const cut = close < 0 ? 0 : close + PAGE_END.length;
    const bytes = all.subarray(0, cut);
    const head = isFirst() ? headOf(bytes) : undefined;
    held = [all.subarray(cut)];
    length -= cut;
    end += cut;
    pages += cut === 0 ? 0 : countPages(bytes);
    // what was looked through in vain is not looked through again with every piece that comes
    wanted = Math.min(Math.max(size, 2 * length), LARGEST_PAGE + 1);
    return cut === 0 ? undefined : { bytes, end, pages, head };
  }

  function dropTooLong(): void {
    if (length <= LARGEST_PAGE) return;
    onWarning?.(
      `${name} has more than ${LARGEST_PAGE >> 20} MB without the end of a page at byte ${end}; that part is left out.`,
    );
    end += length;
    held = [];
    length = 0;
    wanted = size;
  }

  const warnEnd = (reason: string) => {
    const rest = Buffer.concat(held);
    const start = rest.indexOf(PAGE_START);
    const title = start < 0 ? undefined : elementOf(rest.subarray(start), "title", 0, rest.length);
    const where = title === undefined ? "" : `, in the page "${title}"`;
    onWarning?.(
      `${name} ${reason} at byte ${end + length}${where}; the ${counted(pages, "page")} before it ${pages === 1 ? "is" : "are"} used.`,
    );
  };

  let broken: unknown;
  try {
    for await (const chunk of chunks) {
      held.push(chunk);
      length += chunk.length;
      if (length < wanted) continue;
      const whole = take();
      if (whole) yield whole;
      dropTooLong();
    }
  } catch (error) {
    if (error instanceof LinkingError || (error as Error).name === "AbortError") throw error;
    broken = error;
  }
  const last = take();
  if (last) yield last;
  if (broken !== undefined) {
    warnEnd(`is cut off (${reasonOfCut(broken, name, pages)}; a broken download?): it ends`);
    return;
  }
  if (pages === 0) {
    throw new LinkingError(
      "bad-file",
      `${name} has no pages; a MediaWiki pages-articles XML dump was expected. Was it cut off, or is it another kind of file?`,
    );
  }
  const rest = held[0];
  if (rest.indexOf(PAGE_START) >= 0 || rest.indexOf("</mediawiki>") < 0) warnEnd("is cut off: it ends");
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

/** Only what is cut can be lived with: pages of a damaged file may say anything. */
function reasonOfCut(error: unknown, name: string, pages: number): string {
  const { isCut, reason } = describeBreak(error);
  if (isCut) return reason;
  throw new LinkingError(
    "bad-file",
    `${name} cannot be used: ${reason}, after ${counted(pages, "page")}; fetch it again.`,
    { cause: error },
  );
}

/** What stands between the tags of the first such element that begins between `from` and `to`. */
export function elementOf(page: Buffer, tag: string, from: number, to: number): string | undefined {
  const start = page.indexOf(`<${tag}>`, from);
  if (start < 0 || start >= to) return undefined;
  const end = page.indexOf(`</${tag}>`, start);
  return end < 0 ? undefined : decodeXmlText(page, start + tag.length + 2, end);
}
