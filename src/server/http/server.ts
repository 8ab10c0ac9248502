import type { AddressInfo, Socket } from 'node:net';
import { Failure, reasonOf } from '../../errors.ts';
import type { Handler } from './handler.ts';

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

const mostConnections = 1_000;

/** Pipelined requests on one connection; a client that sends more is cut off. */
const mostAhead = 100;

/** Port 0 takes any free port. @throws Failure */
export async function listen(handle: Handler, port: number, host = '127.0.0.1'): Promise<Listening> {
  /** One request of a connection at a time is answered: pipelining must not starve others or fill memory. */
  const connections = new Map<Socket, (() => void)[]>();
  let isClosing = false;

  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer(limits, (incoming, response) => {
    const { socket } = incoming;
    const waiting = connections.get(socket);
    if (!waiting || waiting.length >= mostAhead) {
      socket.destroy();
      return;
    }
    const answer = () => {
      if (!socket.destroyed) handle(incoming, response).catch(() => response.destroy());
    };
    response.on('close', () => {
      waiting.shift();
      // other connections are read in between
      if (waiting[0]) setImmediate(waiting[0]);
      else if (isClosing) socket.destroy();
    });
    if (waiting.push(answer) === 1) answer();
  });
  server.setTimeout(stillness);
  server.maxConnections = mostConnections;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, []);
    socket.on('close', () => connections.delete(socket));
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen(port, host.replace(/^\[(.*)\]$/, '$1'), resolve);
  });
  const { port: bound } = server.address() as AddressInfo;

  async function close() {
    isClosing = true;
    const end = setTimeout(() => server.closeAllConnections(), grace);
    const closed = new Promise((resolve) => server.close(resolve));
    // Node counts as idle only those that have sent a request before
    for (const [socket, waiting] of connections) if (waiting.length === 0) socket.destroy();
    await closed;
    clearTimeout(end);
  }
  return { url: `http://${host}:${bound}/api`, close };
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number) {
  const ofPort = { EADDRINUSE: `port ${port} is in use`, EACCES: `no permission to use port ${port}` };
  const why = ofPort[error.code as keyof typeof ofPort];
  return new Failure(
    'cannot_listen',
    why ?? `cannot listen on ${host}: ${reasonOf(error)}`,
    why ? '--port 0 picks a free one' : '--host takes an address of this machine',
  );
}
