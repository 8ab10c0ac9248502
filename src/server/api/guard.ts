import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../../sources/oxr/service.ts';
import { forbidden } from './error.ts';

/** Keeps out web pages, which can get here by a browser or a host name for 127.0.0.1. @throws ServiceError */
export function guardLoopback(headers: IncomingHttpHeaders): void {
  const { host, origin, referer } = headers;
  if (host === undefined || !isLoopback(withoutPort(host))) {
    throw forbidden('Only requests to a loopback address are accepted: localhost, 127.0.0.1 or [::1].');
  }
  // images send no origin, old browsers only a referer
  for (const page of [origin, referer]) {
    if (page !== undefined && !isOfThisMachine(page))
      throw forbidden('Requests from web pages elsewhere are refused.');
  }
  if (headers['sec-fetch-site'] === 'cross-site') {
    throw forbidden('Requests from web pages of another site are refused.');
  }
}

function isOfThisMachine(page: string): boolean {
  return URL.canParse(page) && isLoopback(new URL(page).hostname);
}

const withoutPort = (authority: string) => authority.replace(/:\d{1,5}$/, '');
