import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Failure, failed } from '../../errors.ts';
import { Connections } from './connections.ts';

export interface Listening {
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
const grace = 5_000;
const sweepEvery = 20;

/** Port 0 takes any free port. @throws Failure */
export async function listen(handler: RequestListener, port: number): Promise<Listening> {
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
  // connections become idle only after their last answer, so look again and again
  const sweep = setInterval(() => connections.closeIdle(), sweepEvery);
  const end = setTimeout(() => server.closeAllConnections(), grace);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
  clearTimeout(end);
}

function cannotListen({ code, message }: NodeJS.ErrnoException, port: number): Failure {
  const hint = '--port 0 picks a free one';
  if (code === 'EADDRINUSE') return failed(`port ${port} is in use`, hint);
  if (code === 'EACCES') return failed(`no permission to use port ${port}`, hint);
  return failed(`cannot listen on port ${port}: ${message}`);
}
