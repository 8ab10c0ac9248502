import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../../sources/oxr/service.ts';
import { ServiceError } from './error.ts';

/** Who may ask besides the programs of this machine. */
export interface Guests {
  /** In the `Host` of requests. */
  readonly hosts: readonly string[];
  /** Of web pages. */
  readonly origins: readonly string[];
}

/** Keeps out web pages, which can get here by a browser or a host name for this address. @throws ServiceError */
export function admit({ hosts, origins }: Guests, headers: IncomingHttpHeaders, isCall: boolean): void {
  const { host = '', origin, referer } = headers;
  const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
  if (!isLoopback(name) && !hosts.includes(name))
    throw forbidden(
      'Only requests to a loopback address (localhost, 127.0.0.1, [::1]) or an allowed host are accepted.',
    );
  if (origin !== undefined && isCall) throw forbidden('Requests with an `Origin` and a `callback` are refused.');
  if (origin !== undefined && origins.includes(origin)) return;
  // images send no origin, old browsers only a referer
  for (const page of [origin, referer])
    if (page !== undefined && !(URL.canParse(page) && isLoopback(new URL(page).hostname)))
      throw forbidden('Requests from web pages elsewhere are refused.');
  if (headers['sec-fetch-site'] === 'cross-site')
    throw forbidden('Requests from web pages of another site are refused.');
}

const forbidden = (why: string) => new ServiceError(403, 'forbidden', why);

/** Headers that let a page of an allowed origin read the answer, and send a key. */
export function sharing({ origins }: Guests, { origin = '' }: IncomingHttpHeaders): readonly [string, string][] {
  if (origins.length === 0) return [];
  const shared = origins.includes(origin) ? { 'Access-Control-Allow-Origin': origin, ...forPages } : {};
  return Object.entries({ Vary: 'Origin', ...shared });
}

const forPages = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'Authorization',
  'Access-Control-Allow-Private-Network': 'true',
};
