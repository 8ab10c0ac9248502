import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { isLoopback } from '../../http/client.ts';
import { invalidAppId, ServiceError } from './error.ts';
import type { ApiRequest } from './request.ts';
import type { Service } from './service.ts';

/** Who is answered besides the programs of this machine, and by which keys. */
export interface Access {
  /** Names in the `Host` of requests. */
  readonly hosts: readonly string[];
  /** Web sites whose scripts are answered. */
  readonly origins: readonly string[];
  /** Undefined: any will do. */
  readonly ids?: readonly string[] | undefined;
}

/** A page elsewhere reaches this server through a browser, or by a host name that leads to it. @throws ServiceError */
export function checkSender({ hosts, origins }: Access, headers: IncomingHttpHeaders, { query }: ApiRequest) {
  const { host = '', origin, referer } = headers;
  const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
  if (!isLoopback(name) && !hosts.includes(name))
    throw forbidden(
      'Only requests to a loopback address (localhost, 127.0.0.1, [::1]) or an allowed host are accepted.',
    );

  if (origin !== undefined && query.has('callback'))
    throw forbidden('Requests with an `Origin` and a `callback` are refused.');
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
export function sharingHeaders(
  { origins }: Access,
  { origin = '' }: IncomingHttpHeaders,
): OutgoingHttpHeaders {
  if (origins.length === 0) return {};
  if (!origins.includes(origin)) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers': 'Authorization',
    'Access-Control-Allow-Private-Network': 'true',
  };
}

/** The service for these keys alone. A comparison of digests tells nothing of them by the time that it takes. */
export function withKeys(ids: readonly string[], service: Service): Service {
  const digest = (id: string) => createHash('sha256').update(id).digest('base64');
  const known = new Set(ids.map(digest));
  return {
    ...service,
    accountOf(appId) {
      if (!known.has(digest(appId))) throw invalidAppId();
      return service.accountOf(appId);
    },
  };
}
