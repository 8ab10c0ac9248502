import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Failure, failed, reasonOf } from '../../errors.ts';

export type Listening = Awaited<ReturnType<typeof listen>>;

/** No client may hold a connection for long by sending slowly, nothing or too much. */
const limits = {
  headersTimeout: 6_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
};
/** Milliseconds without traffic before a connection is closed; longer than an answer may take. */
const stillness = 6_000;
const grace = 5_000;
const sweepEvery = 20;

/** Port 0 takes any free port. @throws Failure */
export async function listen(handler: RequestListener, port: number, host = '127.0.0.1') {
  const connections = new Connections();
  const server = createServer(limits, connections.inTurn(handler));
  server.setTimeout(stillness);
  connections.watch(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen(port, host.replace(/^\[(.*)\]$/, '$1'), resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://${host}:${bound}/api`, close: () => close(server, connections) };
}

/** Requests under way may finish, for 5 seconds at most. */
async function close(server: Server, connections: Connections): Promise<void> {
  // connections become idle only after their last answer, so look again and again
  const sweep = setInterval(() => connections.closeIdle(), sweepEvery);
  const end = setTimeout(() => server.closeAllConnections(), grace);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
  clearTimeout(end);
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): Failure {
  const { code } = error;
  const hint = '--port 0 picks a free one';
  if (code === 'EADDRINUSE') return failed(`port ${port} is in use`, hint);
  if (code === 'EACCES') return failed(`no permission to use port ${port}`, hint);
  return failed(`cannot listen on ${host}: ${reasonOf(error)}`, '--host takes an address of this machine');
}

/** Pipelined requests on one connection; a client that sends more is cut off. */
const mostAhead = 100;
const mostConnections = 1_000;

type Exchange = Parameters<RequestListener>;

/** Answers one request of a connection at a time: pipelining must not starve others or fill memory. */
export class Connections {
  readonly #unanswered = new Map<Socket, Exchange[]>();

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      if (this.#unanswered.size >= mostConnections) (this.#idle().next().value ?? socket).destroy();
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

  *#idle(): Generator<Socket> {
    for (const [socket, exchanges] of this.#unanswered) {
      if (exchanges.length === 0 && !socket.destroyed) yield socket;
    }
  }
}
