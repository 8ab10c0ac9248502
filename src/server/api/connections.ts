import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Pipelined requests on one connection; a client that sends more is cut off. */
const mostAhead = 100;
/** Above this, the oldest idle connection is closed. */
const mostConnections = 1_000;

type Exchange = readonly [IncomingMessage, ServerResponse];

/** Answers one request of a connection at a time: pipelining must not starve others or fill memory. */
export class Connections {
  readonly #unanswered = new Map<Socket, Exchange[]>();

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      if (this.#unanswered.size >= mostConnections) this.#giveWay(socket);
      this.#unanswered.set(socket, []);
      socket.on('close', () => this.#unanswered.delete(socket));
    });
  }

  inTurn(handler: RequestListener): RequestListener {
    const next = (socket: Socket, exchanges: Exchange[]) => {
      const exchange = exchanges[0];
      if (!exchange || socket.destroyed) return;
      exchange[1].on('close', () => {
        exchanges.shift();
        if (exchanges.length > 0) setImmediate(next, socket, exchanges);
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
