import type { IncomingHttpHeaders } from 'node:http';
import { countDays, dayAt, lastOfMonth, monthOf, startOf } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { alternativeNames, currencyNames, shortNameOf } from '../../currencies/names.ts';
import { exactNumber, type Json } from '../../json.ts';
import { pairRate } from '../../rates/cross.ts';
import { type DayRates, derive, pick } from '../../rates/day-rates.ts';
import { exactProduct, timesExactly } from '../../rates/decimal.ts';
import { grouped } from '../../words.ts';
import { type ApiRequest, parseConversion, parseDate, parseRange, parseSelection } from './request.ts';
import {
  type Account,
  invalidAppId,
  invalidCode,
  type Logged,
  notAvailable,
  type Service,
  ServiceError,
} from './service.ts';

interface Answer {
  readonly json: Json;
  /** Seconds since 1970. */
  readonly timestamp?: number | undefined;
  /** Of the stored days that it is made of, if those alone decide it. */
  readonly revision?: string | undefined;
}

/**
 * @param logged gets where the days are from
 * @throws ServiceError, Failure
 */
export async function answerTo(
  service: Service,
  request: ApiRequest,
  appId: string,
  logged: Logged,
): Promise<Answer> {
  const { endpoint, isAlternative } = request;
  if (endpoint === 'health') return { json: await service.health() };
  if (endpoint === 'currencies') {
    const codes = await service.currencies();
    const all: (readonly [string, string])[] = codes
      ? Array.from(new Set([service.pivot, ...codes]), (code) => [code, shortNameOf(code) || code])
      : [...currencyNames, ...(isAlternative ? alternativeNames : [])];
    return { json: new Map(all.sort(([a], [b]) => (a < b ? -1 : 1))) };
  }
  const account = service.accountOf(appId);
  const now = service.now();
  if (endpoint === 'usage') return { json: usageOf(account, appId, now) };

  if (endpoint === 'convert' || endpoint === 'time-series') permit(account, endpoint);
  const conversion = endpoint === 'convert' ? parseConversion(request) : undefined;
  const range = endpoint === 'time-series' ? parseRange(request, now) : undefined;
  const { base = service.pivot, symbols } = parseSelection(request);
  if (base !== service.pivot) permit(account, 'base');
  if (symbols) permit(account, 'symbols');

  const day = endpoint === 'historical' ? parseDate(request, now) : undefined;
  const newest = range || day ? undefined : await service.newest(isAlternative);
  const asOf = day ?? newest ?? dayAt(now);
  const { rates: days, revision, ...origin } = await service.days(range ?? [asOf], isAlternative);
  Object.assign(logged, origin);
  const [only] = days ?? [];
  if (!days || !only) throw notAvailable(range ? 'date range' : 'date');

  const { disclaimer, license } = only;
  // the last second of the day, never in the future
  const second = Math.min(startOf(asOf) / 1000 + 86_399, Math.floor(now / 1000));
  const timestamp = range ? undefined : (only.timestamp ?? second);
  let answer: Json;
  if (conversion) answer = convert(only, timestamp, conversion);
  else {
    const byDay = ratesByDay(days, base, symbols);
    answer = {
      timestamp,
      start_date: range?.[0],
      end_date: range?.at(-1),
      base,
      rates: range ? byDay : byDay.get(only.day),
    };
  }
  account.charge(days.length);
  const json = { disclaimer, license, ...answer };
  return { json, timestamp, revision: range || day ? revision : undefined };
}

/**
 * The key of a request; empty where none is needed.
 * @param keys digests of the keys that are accepted; undefined: any
 * @throws ServiceError
 */
export function keyOf(
  { endpoint, appId }: ApiRequest,
  { authorization = '' }: IncomingHttpHeaders,
  keys: ReadonlySet<string> | undefined,
): string {
  if (endpoint === 'health' || endpoint === 'currencies') return '';
  const key = appId || /^token +(.*)/i.exec(authorization)?.[1];
  if (!key)
    throw new ServiceError(
      401,
      'missing_app_id',
      'No App ID provided. Give yours as `app_id` or `Authorization: Token`.',
    );
  if (keys && !keys.has(keyDigestOf(key))) throw invalidAppId();
  return key;
}

/** A comparison of digests tells nothing of the keys by the time that it takes. */
export const keyDigestOf = (appId: string) =>
  process.getBuiltinModule('node:crypto').hash('sha256', appId, 'base64');

/** Months are calendar months; -1 stands for unlimited. */
function usageOf({ plan, requests }: Account, app_id: string, now: number): Json {
  const { name, quota, period, updateFrequency, features } = plan;
  const today = dayAt(now);
  const lastDay = period === 'day' ? today : lastOfMonth(monthOf(today));
  const elapsed = period === 'day' ? 1 : Number(today.slice(8));
  const data = {
    app_id,
    status: 'active',
    plan: {
      name,
      quota: quota === undefined ? 'unlimited' : `${grouped(quota)} requests/${period}`,
      update_frequency: updateFrequency,
      features,
    },
    usage: {
      requests,
      requests_quota: quota ?? -1,
      requests_remaining: quota === undefined ? -1 : Math.max(0, quota - requests),
      days_elapsed: elapsed,
      days_remaining: countDays(today, lastDay) - 1,
      daily_average: Math.round(requests / elapsed),
    },
  };
  return { status: 200, data };
}

const features = {
  base: ['Changing the `base` currency', 'Developer, Enterprise and Unlimited'],
  symbols: ['Limiting the rates to `symbols`', 'Developer, Enterprise and Unlimited'],
  'time-series': ['The `time-series` endpoint', 'Enterprise and Unlimited'],
  convert: ['The `convert` endpoint', 'Unlimited'],
};

/** @throws ServiceError */
function permit({ plan }: Account, feature: keyof typeof features) {
  const [what, plans] = features[feature];
  if (!plan.features[feature])
    throw new ServiceError(403, 'not_allowed', `${what} is available for ${plans} plan clients.`);
}

/** @throws ServiceError */
function ratesByDay(days: readonly DayRates[], base: Code, symbols: readonly Code[] | undefined) {
  const derived = days.flatMap((day) => derive(day, base) ?? []);
  if (derived.length === 0) throw invalidCode('base', base);
  // a base that some days have is valid, so the others count as missing
  if (derived.length < days.length) throw notAvailable('date range');
  return new Map(derived.map((day) => [day.day, (symbols ? pick(day, symbols) : day).rates]));
}

/** Of a quotient, which may have no end: more than clients read. */
const decimals = 20;

/** @throws ServiceError if the day lacks a rate */
function convert(
  day: DayRates,
  timestamp: number | undefined,
  { amount, from, to }: ReturnType<typeof parseConversion>,
) {
  const pair = pairRate(day, from, to);
  if (!pair) throw pairRate(day, from, from) ? invalidCode('to', to) : invalidCode('from', from);

  const { rate, exact } = pair;
  const response = exact
    ? exactProduct(amount, exact.dividend, exact.divisor, decimals)
    : timesExactly(amount, rate);
  const query = `/convert/${amount}/${from}/${to}`;
  return {
    request: { query, amount: exactNumber(timesExactly(amount, '1')), from, to },
    meta: { timestamp, rate: exactNumber(rate) },
    response: exactNumber(response),
  };
}
