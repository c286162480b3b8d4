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

export interface ConnectionGuard {
  /** Call when a request has come in whole. */
  received(socket: Socket): void;
  /** Call when an answer of so many bytes begins to go out. */
  answering(response: ServerResponse, bytes: number): void;
  readonly connections: number;
  readonly unsent: number;
  /** Connections that were closed to make room, and those cut off because they did not read. */
  readonly closed: { idle: number; unread: number };
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
export function guardConnections(server: Server, settings: GuardSettings): ConnectionGuard {
  const silent = new Set<Socket>();
  const idle = new Set<Socket>();
  const receiving = new Set<Socket>();
  const owed = new Set<Socket>();
  const lists = [silent, idle, receiving, owed];
  const unsent = new Map<ServerResponse, number>();
  const closed = { idle: 0, unread: 0 };
  let unsentBytes = 0;

  const count = () => lists.reduce((sum, list) => sum + list.size, 0);
  const move = (socket: Socket, to: Set<Socket> | undefined) => {
    const from = lists.find((list) => list.delete(socket));
    // requests without a network have no connection of ours
    if (from && !socket.destroyed) to?.add(socket);
  };
  const makeRoom = (newcomer: Socket) => {
    for (const list of [silent, idle, receiving]) {
      for (const socket of list) {
        if (socket === newcomer) continue;
        closed.idle++;
        move(socket, undefined);
        socket.destroy();
        return;
      }
    }
    newcomer.destroy();
  };

  server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => move(socket, undefined));
    if (count() > settings.connectionLimit) makeRoom(socket);
  });
  server.on("request", (request, response) => {
    const { socket } = request;
    move(socket, receiving);
    response.once("close", () => move(socket, idle));
  });
  return {
    received: (socket) => move(socket, owed),
    answering(response, bytes) {
      const { socket } = response;
      // Node looks whether anything went out before it calls this idle
      socket?.setTimeout?.(settings.sendLimit);
      unsent.set(response, bytes);
      unsentBytes += bytes;
      response.once("close", () => {
        unsentBytes -= unsent.get(response) ?? 0;
        unsent.delete(response);
      });
      for (const [slow] of unsent) {
        if (unsentBytes <= settings.unsentLimit || slow === response) break;
        closed.unread++;
        unsentBytes -= unsent.get(slow) ?? 0;
        unsent.delete(slow);
        slow.socket?.destroy();
      }
    },
    get connections() {
      return count();
    },
    get unsent() {
      return unsentBytes;
    },
    closed,
  };
}
