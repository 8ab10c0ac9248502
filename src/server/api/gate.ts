import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { isLoopback } from '../../sources/oxr/service.ts';
import { ServiceError } from './error.ts';

/** Who may ask besides the programs of this machine. */
export interface Guests {
  /** In the `Host` of requests. */
  readonly hosts: readonly string[];
  /** Of web pages. */
  readonly origins: readonly string[];
}

/**
 * Keeps out web pages, which can get here by a browser or a host name for this address.
 * @returns whether it comes from a page that may read the answer @throws ServiceError
 */
export function admit({ hosts, origins }: Guests, headers: IncomingHttpHeaders, isCall: boolean): boolean {
  const { host = '', origin, referer } = headers;
  const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
  if (!isLoopback(name) && !hosts.includes(name)) throw forbidden(`Only requests to ${hostsOf(hosts)} are accepted.`);
  if (origin !== undefined && isCall) throw forbidden('Requests with both an `Origin` and a `callback` are refused.');
  if (origin !== undefined && origins.includes(origin)) return true;
  // images send no origin, old browsers only a referer
  for (const page of [origin, referer])
    if (page !== undefined && !(URL.canParse(page) && isLoopback(new URL(page).hostname)))
      throw forbidden('Requests from web pages elsewhere are refused.');
  if (headers['sec-fetch-site'] === 'cross-site')
    throw forbidden('Requests from web pages of another site are refused.');
  return false;
}

const hostsOf = (hosts: readonly string[]) =>
  hosts.length > 0
    ? "a loopback address or this server's own names"
    : 'a loopback address (localhost, 127.0.0.1 or [::1])';

const forbidden = (why: string) => new ServiceError(403, 'forbidden', why);

/** What a browser asks before it sends a page's request with a header of its own, or to a private network. */
export const preflight: OutgoingHttpHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'Authorization, If-None-Match',
  'Access-Control-Allow-Private-Network': 'true',
  'Access-Control-Max-Age': 600,
};
