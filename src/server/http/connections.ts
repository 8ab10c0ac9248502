import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Pipelined requests on one connection; a client that sends more is cut off. */
const mostAhead = 100;
const mostConnections = 1_000;

interface Unanswered {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Answers one request of a connection at a time: pipelining must not starve others or fill memory. */
export class Connections {
  readonly #unanswered = new Map<Socket, Unanswered[]>();

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      if (this.#unanswered.size >= mostConnections) (this.#idle().next().value ?? socket).destroy();
      this.#unanswered.set(socket, []);
      socket.on('close', () => this.#unanswered.delete(socket));
    });
  }

  oneByOne(handler: RequestListener): RequestListener {
    const answerFirst = (socket: Socket, waiting: Unanswered[]) => {
      const first = waiting[0];
      if (!first || socket.destroyed) return;
      first.response.on('close', () => {
        waiting.shift();
        if (waiting.length > 0) setImmediate(answerFirst, socket, waiting);
      });
      handler(first.request, first.response);
    };

    return (request, response) => {
      const { socket } = request;
      const waiting = this.#unanswered.get(socket);
      if (!waiting || socket.destroyed) return;
      waiting.push({ request, response });
      if (waiting.length === 1) answerFirst(socket, waiting);
      else if (waiting.length > mostAhead) socket.destroy();
    };
  }

  closeIdle(): void {
    for (const socket of this.#idle()) socket.destroy();
  }

  *#idle(): Generator<Socket> {
    for (const [socket, waiting] of this.#unanswered) {
      if (waiting.length === 0 && !socket.destroyed) yield socket;
    }
  }
}
