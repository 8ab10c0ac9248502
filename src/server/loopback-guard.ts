import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4 } from 'node:net';
import { forbidden } from './service-error.ts';

/**
 * A page of the web can make a browser ask a server on this machine, or point its own name at 127.0.0.1: what was not
 * sent by this machine to this machine, by its own name, is refused.
 * @throws ServiceError
 */
export function guardLoopback(headers: IncomingHttpHeaders): void {
  const { host, origin } = headers;
  if (host === undefined || !isLoopback(host)) {
    throw forbidden('Only requests to a loopback address are answered: localhost, 127.0.0.1 or [::1].');
  }
  if (origin !== undefined && !isLoopback(origin.replace(/^https?:\/\//, ''))) {
    throw forbidden('Requests of pages from elsewhere are not answered.');
  }
  if (headers['sec-fetch-site'] === 'cross-site') {
    throw forbidden('Requests of pages from another site are not answered.');
  }
}

/** Whether `host` or `host:port` names this machine without asking a name server. */
function isLoopback(authority: string): boolean {
  const host = authority.replace(/:\d{1,5}$/, '').toLowerCase();
  return host === 'localhost' || host === '[::1]' || (host.startsWith('127.') && isIPv4(host));
}
