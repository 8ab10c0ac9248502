import type { IncomingMessage } from 'node:http';
import {
  correctedEnd,
  countDays,
  type Day,
  eachDay,
  firstDay,
  parseDay,
  startOf,
} from '../../calendar/day.ts';
import { type Code, parseCode } from '../../currencies/code.ts';
import { hundredthIn } from '../../currencies/units.ts';
import { invalidCode, notAvailable, ServiceError } from './error.ts';

/** Paths are compared as sent, undecoded. */
const routes = [
  /^\/api\/(?<endpoint>currencies|latest|time-series|usage)\.json$/,
  /^\/api\/(?<endpoint>historical)\/(?<date>[\w-]+)\.json$/,
  /^\/api\/(?<endpoint>convert)(?:\.json|\/(?<value>[^/]+)\/(?<from>\w+)\/(?<to>\w+))?$/,
  /^(?:\/api)?\/(?<endpoint>health)$/,
];

/** What a client asks for, as far as it is read without an error. */
export interface ApiRequest {
  readonly url: string;
  /** Undefined if there is no such route. */
  readonly endpoint: string | undefined;
  /** Of the path. */
  readonly parts: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
  readonly appId: string | undefined;
  readonly isPretty: boolean;
  readonly isAlternative: boolean;
  /** The function of a page that is to be called with the answer. */
  readonly callback: string | undefined;
}

export function parseRequest({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): ApiRequest {
  const [path = '', ...rest] = url.split('?');
  const parts = routes.map((route) => route.exec(path)?.groups).find(Boolean) ?? {};
  const query = new URLSearchParams(rest.join('?'));
  const appId = query.get('app_id') || /^token +(.*)/i.exec(headers.authorization ?? '')?.[1];
  const callback = /^[\w.$]{1,100}$/.exec(query.get('callback') ?? '')?.[0];
  const isPretty = !['0', 'false'].includes(query.get('prettyprint')?.toLowerCase() ?? '');
  const isAlternative = ['1', 'true'].includes(query.get('show_alternative')?.toLowerCase() ?? '');
  return { url, endpoint: parts.endpoint, parts, query, appId, isPretty, isAlternative, callback };
}

export interface Selection {
  readonly base: Code | undefined;
  /** Sorted; undefined for all. */
  readonly symbols: readonly Code[] | undefined;
}

/** @throws ServiceError */
export function parseSelection({ query }: ApiRequest): Selection {
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

/** Ascending, at least one. @throws ServiceError */
export function parseRange({ query }: ApiRequest): readonly [Day, ...Day[]] {
  const first = parseDay(query.get('start') ?? '');
  const end = query.get('end') ?? '';
  const last = parseDay(end) ?? correctedEnd(end);
  if (!first || !last) throw invalidRange('`start` and `end` must be valid days in the format `YYYY-MM-DD`');

  const length = countDays(first, last);
  if (length === 0) throw invalidRange('`end` must not be before `start`');
  if (length > mostDays) throw invalidRange(`one request covers ${mostDays} days at most`);
  const [, ...others] = eachDay(first, last);
  return [first, ...others];
}

const invalidRange = (rule: string) =>
  new ServiceError(400, 'invalid_date_range', `Invalid date range: ${rule}.`);

interface ConversionQuery {
  readonly amount: string;
  readonly from: Code;
  readonly to: Code;
}

/** @throws ServiceError */
export function parseConversion({ parts, query }: ApiRequest): ConversionQuery {
  const amount = parts.value ?? query.get('value') ?? '';
  if (amount.length > 40 || !/^-?\d*\.?\d+$/.test(amount))
    throw new ServiceError(
      400,
      'invalid_value',
      'Invalid `value`: it must be a decimal number such as `19999.95`.',
    );

  const codeOf = (name: 'from' | 'to') => {
    const text = parts[name] ?? query.get(name) ?? '';
    // the service has no hundredths, and `GBp` is not the pound
    const code = hundredthIn(text) ? undefined : parseCode(text);
    if (!code) throw invalidCode(name, text);
    return code;
  };
  return { amount, from: codeOf('from'), to: codeOf('to') };
}
