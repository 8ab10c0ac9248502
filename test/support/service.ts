import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDemoHandler } from '../../src/server/demo.ts';

export interface SeenRequest {
  /** `/historical/2024-01-17.json` */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Answers a request in the service's stead; `pass` lets the service answer. */
export type Fault = (
  request: SeenRequest & { readonly number: number },
  response: ServerResponse,
  pass: () => void,
) => void;

export interface TestService {
  readonly url: string;
  /** All but `usage.json`, in the order in which they came. */
  readonly requests: readonly SeenRequest[];
  /** Requests charged: the days of all answers with status 200. */
  readonly cost: () => number;
  close(): Promise<void>;
}

/** The demonstration service on a free port, with faults as a test scripts them. */
export async function startService(
  fault: Fault = (_request, _response, pass) => pass(),
  handler: RequestListener = createDemoHandler(Date.now),
): Promise<TestService> {
  const requests: SeenRequest[] = [];
  let cost = 0;
  const server = createServer((incoming, response) => {
    const request = seen(incoming);
    const pass = () => handler(incoming, response);
    if (request.path === '/usage.json') return fault({ ...request, number: 0 }, response, pass);
    requests.push(request);
    response.on('finish', () => {
      if (response.statusCode === 200) cost += costOf(request);
    });
    fault({ ...request, number: requests.length }, response, pass);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api`,
    requests,
    cost: () => cost,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function seen({ url = '' }: IncomingMessage): SeenRequest {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return { path: pathname.replace(/^\/api/, ''), query: Object.fromEntries(searchParams) };
}

function costOf({ path, query }: SeenRequest): number {
  if (path !== '/time-series.json') return 1;
  return Math.round((Date.parse(query.end ?? '') - Date.parse(query.start ?? '')) / 86_400_000) + 1;
}

/** Sends a body in the service's place. */
export function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(text);
}

/** An error in the service's shape. */
export function replyError(
  response: ServerResponse,
  status: number,
  message: string,
  description = '',
): void {
  reply(response, status, { error: true, status, message, description });
}
