/** The records of a shard, read from its files; what was read is compared with what was submitted. */
import { createHash, type Hash } from "node:crypto";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { LinkingError, messageOf } from "../errors.js";
import { type DocumentRecord, readRecords } from "./records.js";
import type { Shard, ShardPiece } from "./shard.js";

/** In the order of the input. Throws at the end when the bytes are not those that the shard's id stands for. */
export async function* readShardRecords(shard: Shard): AsyncGenerator<DocumentRecord> {
  const hash = createHash("sha256");
  for (const piece of shard.pieces) {
    const bytes = new PieceBytes(resolve(shard.base, piece.path), piece, hash);
    const chunks = piece.packed ? unpack(bytes) : bytes.read();
    yield* readRecords(chunks, piece.form, { name: piece.path, line: piece.line });
    // unpacking may end before the file does (zeros behind the last member); the hash wants all of it
    for await (const _ of bytes.read());
  }
  if (hash.digest("hex") === shard.sha256) return;
  const { path } = shard.pieces[0];
  throw new LinkingError(
    "bad-input",
    `${path}${shard.pieces.length > 1 ? " or a file after it" : ""} has changed since it was submitted; submit it again.`,
  );
}

/** A stretch of a file whose bytes are hashed as they are read. */
class PieceBytes {
  #at: number;

  constructor(
    readonly path: string,
    private readonly piece: ShardPiece,
    private readonly hash: Hash,
  ) {
    this.#at = piece.from;
  }

  /** From where reading stopped before. */
  async *read(): AsyncGenerator<Buffer> {
    if (this.#at >= this.piece.to) return;
    const handle = await this.#open();
    const range = { start: this.#at, end: this.piece.to - 1, highWaterMark: 1 << 18 };
    let length = 0;
    for await (const chunk of handle.createReadStream(range)) {
      length += chunk.length;
      this.#at += chunk.length;
      this.hash.update(chunk);
      yield chunk;
    }
    // a file that was cut has nothing more to give; the hash will tell
    if (length === 0) this.#at = this.piece.to;
  }

  #open() {
    return open(this.path, "r").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") {
        throw new LinkingError(
          "not-found",
          `There is no file ${this.path}; is its folder mounted here? Bring it back, then: mulrel jobs retry.`,
          { cause: error },
        );
      }
      throw new LinkingError("disk", `${this.path} could not be read: ${error.message}.`, { cause: error });
    });
  }
}

async function* unpack(bytes: PieceBytes): AsyncGenerator<Buffer> {
  const unpacked = createGunzip({ chunkSize: 1 << 18 });
  // what goes wrong is thrown where it is read
  pipeline(Readable.from(bytes.read(), { objectMode: false }), unpacked, () => {});
  try {
    yield* unpacked;
  } catch (error) {
    if (error instanceof LinkingError) throw error;
    const sentence = `${bytes.path} cannot be unpacked: ${messageOf(error)}; fetch or make it again.`;
    throw new LinkingError("bad-file", sentence, { cause: error });
  }
}
