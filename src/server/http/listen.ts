import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Failure, reasonOf } from '../../errors.ts';

export interface Listening {
  /** Where the endpoints are: `http://127.0.0.1:8787/api`. */
  readonly url: string;
  /** Requests under way may finish, for 5 seconds at most. */
  close(): Promise<void>;
}

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

/** Milliseconds. */
const grace = 5_000;
const sweepEvery = 20;

const mostConnections = 1_000;

/** Port 0 takes any free port. @throws Failure */
export async function listen(handler: RequestListener, port: number, host = '127.0.0.1'): Promise<Listening> {
  const server = createServer(limits, handler);
  server.setTimeout(stillness);
  server.maxConnections = mostConnections;
  // Node counts as idle only those that have asked before
  const unanswered = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    unanswered.set(socket, 0);
    socket.on('close', () => unanswered.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 0) + 1);
    response.on('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen(port, host.replace(/^\[(.*)\]$/, '$1'), resolve);
  });

  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://${host}:${bound}/api`, close: () => close(server, unanswered) };
}

async function close(server: Server, unanswered: ReadonlyMap<Socket, number>): Promise<void> {
  // connections become idle only after their last answer, so look again and again
  const sweep = setInterval(() => {
    for (const [socket, requests] of unanswered) if (requests === 0) socket.destroy();
  }, sweepEvery);
  const end = setTimeout(() => server.closeAllConnections(), grace);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
  clearTimeout(end);
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): Failure {
  const { code } = error;
  const hint = '--port 0 picks a free one';
  if (code === 'EADDRINUSE') return new Failure('cannot_listen', `port ${port} is in use`, hint);
  if (code === 'EACCES') return new Failure('cannot_listen', `no permission to use port ${port}`, hint);
  return new Failure(
    'cannot_listen',
    `cannot listen on ${host}: ${reasonOf(error)}`,
    '--host takes an address of this machine',
  );
}
