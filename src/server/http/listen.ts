import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure, reasonOf } from '../../errors.ts';
import { Connections } from './connections.ts';

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

/** Port 0 takes any free port. @throws Failure */
export async function listen(handler: RequestListener, port: number, host = '127.0.0.1'): Promise<Listening> {
  const connections = new Connections();
  const server = createServer(limits, connections.oneByOne(handler));
  server.setTimeout(stillness);
  connections.watch(server);

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen(port, host.replace(/^\[(.*)\]$/, '$1'), resolve);
  });

  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://${host}:${bound}/api`, close: () => close(server, connections) };
}

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
  if (code === 'EADDRINUSE') return new Failure('cannot_listen', `port ${port} is in use`, hint);
  if (code === 'EACCES') return new Failure('cannot_listen', `no permission to use port ${port}`, hint);
  return new Failure(
    'cannot_listen',
    `cannot listen on ${host}: ${reasonOf(error)}`,
    '--host takes an address of this machine',
  );
}
