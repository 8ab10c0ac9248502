import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../../loopback.ts';
import { forbidden } from './error.ts';

/**
 * A page of the web can make a browser ask a server on this machine, or point its own name at 127.0.0.1: what was not
 * sent by this machine to this machine, by its own name, is refused.
 * @throws ServiceError
 */
export function guardLoopback(headers: IncomingHttpHeaders): void {
  const { host, origin, referer } = headers;
  if (host === undefined || !isLoopback(withoutPort(host))) {
    throw forbidden('Only requests to a loopback address are answered: localhost, 127.0.0.1 or [::1].');
  }
  // an image of a page sends no origin, and an old browser nothing else
  for (const page of [origin, referer]) {
    if (page !== undefined && !isOfThisMachine(page))
      throw forbidden('Requests of pages from elsewhere are not answered.');
  }
  if (headers['sec-fetch-site'] === 'cross-site') {
    throw forbidden('Requests of pages from another site are not answered.');
  }
}

function isOfThisMachine(page: string): boolean {
  return URL.canParse(page) && isLoopback(new URL(page).hostname);
}

const withoutPort = (authority: string) => authority.replace(/:\d{1,5}$/, '');
