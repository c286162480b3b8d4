// A static host for tests and measurements: files by name, ranges or not, and, if asked, a line of a given speed and delay.
import { createReadStream, existsSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
/** Bytes sent at once on a slow line. */
const SLICE = 16_384;

/**
 * @typedef {object} HostOptions
 * @property {boolean} [ranges] answers requests for a part of a file with that part
 * @property {number} [megabits] a second, for all requests together
 * @property {number} [delay] milliseconds before each answer
 * @property {(path: string) => boolean} [isLost] files that the host does not have any more
 * @property {(path: string, bytes: number) => void} [onAnswer]
 * @property {(bytes: number) => void} [onSent] of a line with a speed: bytes that went over it
 */

/**
 * @param {string} folder
 * @param {HostOptions} options
 */
export function createFileHost(folder, options = {}) {
  const {
    ranges = false,
    megabits = Infinity,
    delay = 0,
    isLost = () => false,
    onAnswer = () => {},
    onSent = () => {},
  } = options;
  /** When the line is free again; milliseconds. */
  let free = 0;

  async function send(response, bytes) {
    for (let at = 0; at < bytes.length && !response.destroyed; at += SLICE) {
      const slice = bytes.subarray(at, at + SLICE);
      const now = performance.now();
      free = Math.max(free, now) + (slice.length * 8) / (megabits * 1000);
      if (free - now > 1) await pause(free - now);
      response.write(slice);
      onSent(slice.length);
    }
    response.end();
  }

  return createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://a").pathname);
    const file = join(folder, path === "/" ? "index.html" : path);
    if (delay > 0) await pause(delay);
    if (isLost(path) || !existsSync(file) || !statSync(file).isFile()) {
      onAnswer(path, 0);
      response.writeHead(404).end();
      return;
    }
    const { size } = statSync(file);
    const asked = ranges ? /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") : null;
    const [from, last] = asked ? [Number(asked[1]), Math.min(Number(asked[2]), size - 1)] : [0, size - 1];
    const head = {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "content-length": last - from + 1,
      ...(asked && { "content-range": `bytes ${from}-${last}/${size}` }),
    };
    onAnswer(path, last - from + 1);
    response.writeHead(asked ? 206 : 200, head);
    if (megabits < Infinity) await send(response, await readPart(file, from, last + 1));
    else createReadStream(file, { start: from, end: last }).pipe(response);
  });
}

/** No more than what is asked for: the rest of a large file would cost more than the line. */
async function readPart(file, from, to) {
  const handle = await open(file);
  try {
    const bytes = Buffer.alloc(to - from);
    await handle.read(bytes, 0, bytes.length, from);
    return bytes;
  } finally {
    await handle.close();
  }
}
