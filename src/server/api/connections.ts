import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that a client may send ahead of their answers on one connection; who sends more is cut off. */
const mostAhead = 100;
/** Over so many, the oldest gives way on which nothing is under way. */
const mostConnections = 1_000;

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * The open connections of a server. Each has its requests answered one after another, so that whoever sends many at once
 * neither keeps the others waiting nor fills the memory with answers.
 */
export class Connections {
  readonly #unanswered = new Map<Socket, Exchange[]>();

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      if (this.#unanswered.size >= mostConnections) this.#giveWay(socket);
      this.#unanswered.set(socket, []);
      socket.on('close', () => this.#unanswered.delete(socket));
    });
  }

  /** The handler, called when a request's turn has come. */
  inTurn(handler: RequestListener): RequestListener {
    const next = (socket: Socket, exchanges: Exchange[]) => {
      const exchange = exchanges[0];
      if (!exchange || socket.destroyed) return;
      exchange[1].once('close', () => {
        exchanges.shift();
        setImmediate(next, socket, exchanges);
      });
      handler(...exchange);
    };
    return (request, response) => {
      const { socket } = request;
      const exchanges = this.#unanswered.get(socket);
      if (!exchanges || socket.destroyed) return;
      exchanges.push([request, response]);
      if (exchanges.length === 1) next(socket, exchanges);
      else if (exchanges.length > mostAhead) socket.destroy();
    };
  }

  /** Closes those on which no request waits for its answer. */
  closeIdle(): void {
    for (const socket of this.#idle()) socket.destroy();
  }

  #giveWay(newcomer: Socket): void {
    const { value: oldest } = this.#idle().next();
    (oldest ?? newcomer).destroy();
  }

  *#idle(): Generator<Socket> {
    for (const [socket, exchanges] of this.#unanswered) {
      if (exchanges.length === 0 && !socket.destroyed) yield socket;
    }
  }
}
