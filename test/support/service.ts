import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { countDays, type Day } from '../../src/calendar/day.ts';
import { demoService } from '../../src/server/http/demo.ts';
import { createHandler } from '../../src/server/http/handler.ts';
import { atEnd } from './at-end.ts';

export interface SeenRequest {
  /** `/historical/2024-01-17.json` */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly at: number;
}

/** Answers in place of the service; `pass` lets the service answer. */
export type Fault = (request: SeenRequest & { number: number }, response: ServerResponse, pass: () => void) => void;

export type TestService = Awaited<ReturnType<typeof startService>>;
export const createDemoHandler = (now: () => number) => createHandler(demoService(now));

/** The demonstration service on a free port, with scripted faults. */
export async function startService(
  fault: Fault = (_request, _response, pass) => pass(),
  handler: (incoming: IncomingMessage, response: ServerResponse) => unknown = createDemoHandler(Date.now),
  usage: Fault = (_request, _response, pass) => pass(),
) {
  const requests: SeenRequest[] = [];
  let calls = 0;
  let cost = 0;
  let underWay = 0;
  let mostAtOnce = 0;
  const moments = new EventEmitter().setMaxListeners(0);
  const sockets = new Set<Socket>();
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await once(moments, 'moment');
  };
  // closing an idle connection at the wrong moment would cost the client a try
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, response) => {
    calls++;
    // that of this machine, while the program's clock may stand elsewhere
    response.sendDate = false;
    const request = seen(incoming);
    const pass = () => void handler(incoming, response);
    if (request.path === '/usage.json') return usage({ ...request, number: 0 }, response, pass);
    requests.push(request);
    moments.emit('moment');
    mostAtOnce = Math.max(mostAtOnce, ++underWay);
    response.on('close', () => underWay--);
    response.on('finish', () => {
      if (response.statusCode === 200) cost += costOf(request);
    });
    fault({ ...request, number: requests.length }, response, pass);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => {
      sockets.delete(socket);
      moments.emit('moment');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  atEnd(close);
  return {
    url: `http://127.0.0.1:${port}/api`,
    /** All except `usage.json`, in order of arrival. */
    requests: requests as readonly SeenRequest[],
    calls: () => calls,
    /** `2024-01-17` or `2024-01-01..2024-01-31` for each request. */
    asked: () => requests.map(daysOf),
    cost: () => cost,
    mostAtOnce: () => mostAtOnce,
    came: (count: number) => until(() => requests.length >= count),
    /** Resolves when all connections are closed, so nothing more can arrive. */
    deserted: async () => {
      // earlier connections are accepted before this one
      await once(connect(port, '127.0.0.1').resume().end(), 'close');
      await until(() => sockets.size === 0);
    },
    close: async () => {
      await close();
      await keepPort(port);
    },
  };
}

/** Nobody listens there until the tests of the file end: a connection that comes from there keeps it from others. */
async function keepPort(localPort: number): Promise<void> {
  const host = '127.0.0.1';
  const other = createServer().listen(0, host);
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const connection = connect({ host, port, localAddress: host, localPort });
  atEnd(() => {
    connection.destroy();
    other.close();
  });
  await once(connection, 'connect');
}

function seen({ url = '' }: IncomingMessage): SeenRequest {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return { path: pathname.replace(/^\/api/, ''), query: Object.fromEntries(searchParams), at: performance.now() };
}

function daysOf({ path, query }: SeenRequest): string {
  return query.start ? `${query.start}..${query.end}` : path.replace(/^\/historical\/(.*)\.json$/, '$1');
}

/** Days, each of which is a request to whoever pays. */
export const costOf = ({ query: { start, end } }: SeenRequest): number =>
  start ? countDays(start as Day, end as Day) : 1;

export function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(text);
}

export function replyError(response: ServerResponse, status: number, message: string, description = ''): void {
  reply(response, status, { error: true, status, message, description });
}

type Rates = Readonly<Record<string, unknown>>;

export function dayBody(rates: Rates, base = 'USD') {
  return { disclaimer: 'd', license: 'l', timestamp: 1705535999, base, rates };
}

/** The range defaults to the first and last day of the rates. */
export function seriesBody(rates: Rates, base = 'USD', [start_date, end_date] = rangeOf(rates)) {
  return { disclaimer: 'd', license: 'l', start_date, end_date, base, rates };
}

function rangeOf(rates: object): [string | undefined, string | undefined] {
  const days = Object.keys(rates).sort();
  return [days[0], days.at(-1)];
}
