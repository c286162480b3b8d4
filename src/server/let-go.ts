/** Gives memory back soon: an answer that is out would otherwise stay until the engine looks for what nobody needs, which it does the more often the more of it there is. */
import { MessageChannel } from "node:worker_threads";

/** Nobody is at the other end: what is handed over to it is gone. */
const { port1: nowhere } = new MessageChannel();
nowhere.close();

/** Bytes, and answers, that go together: a message for each would take longer than the answer's way out, and one for very many looks at every pair of them. */
const TOGETHER = 1 << 20;
const MOST = 256;
/** Smaller ones are left to the engine; bytes. */
const SMALL = 1 << 12;

let going: ArrayBuffer[] = [];
let bytes = 0;

/** The bytes must have their memory for themselves, and nobody may read them afterwards. */
export function letGo({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength || byteLength < SMALL) return;
  going.push(buffer);
  bytes += byteLength;
  if (bytes < TOGETHER && going.length < MOST) return;
  const gone = going;
  going = [];
  bytes = 0;
  nowhere.postMessage(null, gone);
}
