import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Failure, failed } from '../../errors.ts';
import { Connections } from './connections.ts';

export interface Listening {
  /** The service's base address. */
  readonly url: string;
  /** Takes no more requests; those under way may finish, for 5 seconds at most. */
  close(): Promise<void>;
}

/** So that a client which sends slowly, or nothing, or too much, holds nothing for long. */
const limits = {
  headersTimeout: 6_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
  maxHeaderSize: 16_384,
};
/** Milliseconds without a move, but longer than an answer may take, after which a connection is closed: its client may not read. */
const stillness = 6_000;
const grace = 5_000;
const sweepEvery = 20;

/**
 * Serves this machine alone; port 0 is any free one.
 * @throws failed where the port is not to be had
 */
export async function listen(handler: RequestListener, { port }: { port: number }): Promise<Listening> {
  const connections = new Connections();
  const server = createServer(limits, connections.inTurn(handler));
  server.setTimeout(stillness);
  connections.watch(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, port)));
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${bound}/api`, close: () => close(server, connections) };
}

async function close(server: Server, connections: Connections): Promise<void> {
  // A connection that was busy is kept alive by its last answer, so idle ones are looked for again and again.
  const sweep = setInterval(() => connections.closeIdle(), sweepEvery);
  const end = setTimeout(() => server.closeAllConnections(), grace);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
  clearTimeout(end);
}

function cannotListen({ code, message }: NodeJS.ErrnoException, port: number): Failure {
  const hint = 'choose another port; 0 takes any free one';
  if (code === 'EADDRINUSE') return failed(`port ${port} is in use`, hint);
  if (code === 'EACCES') return failed(`port ${port} may not be used`, hint);
  return failed(`cannot listen on port ${port}: ${message}`);
}
