/** Gives memory back at once: an answer that is out would otherwise stay until the engine looks for what nobody needs, which it does the more often the more of it there is. */
import { MessageChannel } from "node:worker_threads";

/** Nobody is at the other end: what is handed over to it is gone. */
const { port1: nowhere } = new MessageChannel();
nowhere.close();

/** The bytes must have their memory for themselves, and nobody may read them afterwards. */
export function letGo({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) nowhere.postMessage(null, [buffer]);
}
