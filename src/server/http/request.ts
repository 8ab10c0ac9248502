import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import {
  correctedEnd,
  countDays,
  type Day,
  dayAt,
  eachDay,
  firstDay,
  parseDay,
  startOf,
} from '../../calendar/day.ts';
import { isLoopback } from '../../config/values.ts';
import { hundredthIn, parseCode } from '../../currencies/code.ts';
import { invalidCode, notAvailable, ServiceError } from './service.ts';

/** Clients other than programs of this machine, and the keys that are accepted. */
export interface Access {
  /** Names in the `Host` of requests. */
  readonly hosts: readonly string[];
  /** Web sites whose scripts are answered. */
  readonly origins: readonly string[];
  /** Undefined: any will do. */
  readonly ids?: readonly string[] | undefined;
}

/**
 * A page elsewhere reaches this server through a browser, or by a host name that leads to it. @throws
 * ServiceError
 */
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
export function sharingHeaders({ origins }: Access, origin = ''): OutgoingHttpHeaders {
  if (!origins.includes(origin)) return origins.length > 0 ? { Vary: 'Origin' } : {};
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers': 'Authorization',
    'Access-Control-Allow-Private-Network': 'true',
  };
}

/** Paths are compared as sent, undecoded. */
const routes = [
  /^\/api\/(?<endpoint>currencies|latest|time-series|usage)\.json$/,
  /^\/api\/(?<endpoint>historical)\/(?<date>[\w-]+)\.json$/,
  /^\/api\/(?<endpoint>convert)(?:\.json|\/(?<value>[^/]+)\/(?<from>\w+)\/(?<to>\w+))?$/,
  /^(?:\/api)?\/(?<endpoint>health)$/,
];

export type ApiRequest = ReturnType<typeof parseRequest>;

/** What the URL of a request says, as far as it is valid. */
export function parseRequest(url: string) {
  const [path = '', ...rest] = url.split('?');
  const query = new URLSearchParams(rest.join('?'));
  const word = (name: string) => query.get(name)?.toLowerCase() ?? '';
  const parts: Readonly<Record<string, string | undefined>> =
    routes.map((route) => route.exec(path)?.groups).find(Boolean) ?? {};
  return {
    /** Undefined for an unknown route. */
    endpoint: parts.endpoint,
    /** Of the path. */
    parts,
    query,
    appId: query.get('app_id'),
    isPretty: !['0', 'false'].includes(word('prettyprint')),
    isAlternative: ['1', 'true'].includes(word('show_alternative')),
    /** The function of a page that is to be called with the answer. */
    callback: /^[\w.$]{1,100}$/.exec(query.get('callback') ?? '')?.[0],
  };
}

/** `symbols` are sorted; undefined for all. @throws ServiceError */
export function parseSelection({ query }: ApiRequest) {
  const text = query.get('base');
  const base = text ? parseCode(text) : undefined;
  if (text && !base) throw invalidCode('base', text);

  const codes = (query.get('symbols') ?? '').split(',').filter((code) => code.trim() !== '');
  const symbols = codes.length > 0 ? codes.flatMap((code) => parseCode(code) ?? []).sort() : undefined;
  return { base, symbols };
}

/** @param now milliseconds since 1970 @throws ServiceError */
export function parseDate({ parts }: ApiRequest, now: number): Day {
  const day = parseDay(parts.date ?? '');
  if (!day)
    throw new ServiceError(
      400,
      'not_available',
      'Invalid date: it must be a valid day in the format `YYYY-MM-DD` - please try a different date.',
    );
  if (day < firstDay || startOf(day) > now) throw notAvailable('date');
  return day;
}

const mostDays = 31;

/** Ascending, at least one. @param now milliseconds since 1970 @throws ServiceError */
export function parseRange({ query }: ApiRequest, now: number): readonly Day[] {
  const first = parseDay(query.get('start') ?? '');
  const end = query.get('end') ?? '';
  const last = parseDay(end) ?? correctedEnd(end);
  if (!first || !last) throw invalidRange('`start` and `end` must be valid days in the format `YYYY-MM-DD`');

  const length = countDays(first, last);
  if (length === 0) throw invalidRange('`end` must not be before `start`');
  if (length > mostDays) throw invalidRange(`one request covers ${mostDays} days at most`);
  if (first < firstDay || last > dayAt(now)) throw notAvailable('date range');
  return [...eachDay(first, last)];
}

const invalidRange = (rule: string) =>
  new ServiceError(400, 'invalid_date_range', `Invalid date range: ${rule}.`);

/** @throws ServiceError */
export function parseConversion({ parts, query }: ApiRequest) {
  const textOf = (name: string) => parts[name] ?? query.get(name) ?? '';
  const codeOf = (name: 'from' | 'to') => {
    // the service has no hundredths, and `GBp` is not the pound
    const code = hundredthIn(textOf(name)) ? undefined : parseCode(textOf(name));
    if (!code) throw invalidCode(name, textOf(name));
    return code;
  };
  const amount = textOf('value');
  if (amount.length > 40 || !/^-?\d*\.?\d+$/.test(amount))
    throw new ServiceError(
      400,
      'invalid_value',
      'Invalid `value`: it must be a decimal number such as `19999.95`.',
    );
  return { amount, from: codeOf('from'), to: codeOf('to') };
}
