/** Keeps room for who asks: connections that say nothing, send nothing more or take nothing are closed before others are turned away. */
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface GuardSettings {
  /** Connections at a time. */
  connectionLimit: number;
  /** Milliseconds that a client may take nothing of its answer. */
  sendLimit: number;
  /** Bytes of answers that clients have not taken yet, all together. */
  unsentLimit: number;
}

/** Milliseconds that a refused connection has to take its last answer. */
const LAST_WORD = 1000;

/** Ends a connection with an answer, whether the other side closes its end or not. */
export function endSocket(socket: Socket, answer: string): void {
  if (!socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  socket.end(answer);
  setTimeout(() => socket.destroy(), LAST_WORD).unref();
}

/**
 * Every connection is in one of four lists, oldest first: it has never asked, it has had its answers, its request is still
 * coming in, or we owe it an answer. Room is made from the first to the third.
 */
export class ConnectionGuard {
  readonly #settings: GuardSettings;
  readonly #silent = new Set<Socket>();
  readonly #idle = new Set<Socket>();
  readonly #receiving = new Set<Socket>();
  readonly #owed = new Set<Socket>();
  readonly #lists = [this.#silent, this.#idle, this.#receiving, this.#owed];
  /** Answers on their way, and the bytes of each, oldest first. */
  readonly #unsent = new Map<ServerResponse, number>();
  #unsentBytes = 0;
  /** Connections that were closed to make room, and those cut off because they did not read. */
  readonly closed = { idle: 0, unread: 0 };

  constructor(server: Server, settings: GuardSettings) {
    this.#settings = settings;
    server.on("connection", (socket) => {
      this.#silent.add(socket);
      socket.once("close", () => this.#move(socket, undefined));
      if (this.connections > settings.connectionLimit) this.#makeRoom(socket);
    });
    server.on("request", ({ socket }, response) => {
      this.#move(socket, this.#receiving);
      response.once("close", () => this.#move(socket, this.#idle));
    });
  }

  get connections(): number {
    return this.#lists.reduce((sum, list) => sum + list.size, 0);
  }

  /** Bytes of answers that clients have not taken yet. */
  get unsent(): number {
    return this.#unsentBytes;
  }

  /** Call when a request has come in whole. */
  received(socket: Socket): void {
    this.#move(socket, this.#owed);
  }

  /** Call when an answer of so many bytes begins to go out. */
  answering(response: ServerResponse, bytes: number): void {
    // Node looks whether anything went out before it calls this idle
    response.socket?.setTimeout?.(this.#settings.sendLimit);
    this.#unsent.set(response, bytes);
    this.#unsentBytes += bytes;
    response.once("close", () => this.#forget(response));
    for (const [slow] of this.#unsent) {
      if (this.#unsentBytes <= this.#settings.unsentLimit || slow === response) break;
      this.closed.unread++;
      this.#forget(slow);
      slow.socket?.destroy();
    }
  }

  #forget(response: ServerResponse): void {
    this.#unsentBytes -= this.#unsent.get(response) ?? 0;
    this.#unsent.delete(response);
  }

  #move(socket: Socket, to: Set<Socket> | undefined): void {
    const from = this.#lists.find((list) => list.delete(socket));
    // requests without a network have no connection of ours
    if (from && !socket.destroyed) to?.add(socket);
  }

  #makeRoom(newcomer: Socket): void {
    for (const list of [this.#silent, this.#idle, this.#receiving]) {
      for (const socket of list) {
        if (socket === newcomer) continue;
        this.closed.idle++;
        this.#move(socket, undefined);
        socket.destroy();
        return;
      }
    }
    newcomer.destroy();
  }
}
