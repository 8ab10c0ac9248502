import { type Day, eachDay, parseDay } from '../../calendar/day.ts';
import { usd } from '../../currencies/code.ts';
import { ifPossible } from '../../errors.ts';
import { ensure } from '../../http/client.ts';
import { isObject, type JsonObject, parseJson, scalarText } from '../../json.ts';
import { parseRates } from '../../rates/day-rates.ts';
import {
  type DayOutcome,
  outcomeOf,
  type Raw,
  type Request,
  type ResponseForm,
  type SourceResponse,
  type Usage,
} from '../source.ts';
import { endpoints } from './source.ts';

/** A request to the service. */
export interface Query extends Request, Partial<ResponseForm> {}

/** Without the key. */
export function urlOf(query: Query, baseUrl: string): URL {
  const { scope, run, base, symbols, alternative, prettyprint } = query;
  const path = endpoints[scope] + (scope === 'days' ? `/${run.first}` : '');
  const parameters = [
    scope === 'range' && `start=${run.first}&end=${run.last}`,
    base && `base=${base}`,
    symbols && `symbols=${symbols.join()}`,
    alternative && 'show_alternative=1',
    `prettyprint=${prettyprint ? 1 : 0}`,
  ];
  return new URL(`${baseUrl}/${path}.json?${parameters.filter(Boolean).join('&')}`);
}

/** @throws FailedAttempt */
export function parseDays(query: Query, { body, served }: Raw): SourceResponse {
  const { scope, run, base = usd } = query;
  const json = parseJson(body.toString());
  ensure(json !== undefined, 'it is not JSON');
  ensure(isObject(json), 'it is not a JSON object');
  ensure(json.base === base, `its base is not ${base}`);

  const isRange = scope === 'range';
  const published = Object.entries(isRange ? membersOf(json.rates) : { [run.first]: json.rates });
  const time = json.timestamp;
  const isTime = !isRange && isWhole(time) && Math.abs(time) <= 8.64e12;
  const timestamp = isTime ? time : undefined;
  const terms = { disclaimer: text(json.disclaimer), license: text(json.license), timestamp };

  const found = new Map<Day, DayOutcome>();
  let reason: string | undefined;
  for (const [date, rates] of published) {
    const day = parseDay(date);
    const read = day && day >= run.first && day <= run.last ? readRates(rates, query) : undefined;
    if (typeof read === 'string') reason ??= read;
    else if (day && read) found.set(day, outcomeOf({ day, base, ...read, ...terms }, served));
  }
  ensure(found.size > 0, reason ?? 'it has none of the requested days');

  const days: DayOutcome[] = [];
  for (const day of eachDay(run.first, run.last))
    days.push(found.get(day) ?? { day, reason: 'no rates', served });
  return { run, days, body, served };
}

/** Of a day; or why they cannot be used. */
function readRates(json: unknown, { base = usd, symbols }: Query) {
  if (!isObject(json)) return noRates;
  const read = parseRates(json);
  // if the service knows none of the symbols, a day has no rates
  if (read.rates.size === 0 && !read.dropped && !symbols) return noRates;
  const isOne = (read.rates.get(usd) ?? 1) === 1 && !read.dropped?.includes(usd);
  return base === usd && !isOne ? 'its USD rate is not 1' : read;
}

const noRates = 'it has no rates';

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** @param body of `usage.json`; undefined if it is of no use */
export function parseUsage(body: string): Usage | undefined {
  const { app_id: _, ...data } = membersOf(membersOf(parseJson(body)).data);
  const { name, features, update_frequency: frequency } = membersOf(data.plan);
  const usage = membersOf(data.usage);
  const requests = natural(usage.requests);
  const remaining = usage.requests_remaining;
  if (!isShallow(data, 10) || requests === undefined || !isWhole(remaining)) return undefined;

  const quota = natural(usage.requests_quota);
  const { 'time-series': timeSeries } = membersOf(features);
  return {
    subscription: typeof name === 'string' ? name : 'unknown',
    timeSeries: typeof timeSeries === 'boolean' ? timeSeries : undefined,
    requests,
    quota,
    // -1 means unlimited, unless more than the quota was used
    remaining: remaining === -1 && requests <= (quota ?? requests) ? undefined : Math.max(remaining, 0),
    daysElapsed: natural(usage.days_elapsed),
    // no quota lasts for more than a year
    daysRemaining: natural(usage.days_remaining, 366),
    updateFrequency: frequency === undefined ? undefined : secondsOf(frequency),
    data: data as Usage['data'],
  };
}

/** Deeper nesting could overflow the stack when written out. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

const membersOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

const hour = 3600;

/** Reads `hourly`, `30-minute` or `3600s`; anything else is an hour. */
function secondsOf(frequency: unknown) {
  const [, number, unit = ''] =
    /^(\d{1,5})(?:-?(minutes?|seconds?|s))?$/i.exec(scalarText(frequency).trim()) ?? [];
  const seconds = Number(number) * (/^m/i.test(unit) ? 60 : 1);
  return seconds > 0 && seconds <= 24 * hour ? seconds : hour;
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

const natural = (value: unknown, maximum = Number.MAX_SAFE_INTEGER) =>
  isWhole(value) && value >= 0 && value <= maximum ? value : undefined;

/** A shorter key is not a secret, and may be part of any word. */
const shortestSecret = 8;

/** Removes the key from the strings of JSON, in any spelling: plain, percent-encoded or JSON-escaped. */
export function withoutKey(body: Buffer, key: string): Buffer {
  if (key.length < shortestSecret) return body;
  if (!body.includes(key) && !body.includes('%') && !body.includes('\\')) return body;
  const text = body.toString();
  const redacted = text.replace(/"(?:[^"\\]|\\.)*"/gs, (literal) => {
    if (!literal.includes(key) && !/[%\\]/.test(literal)) return literal;
    const plain = parseJson(literal);
    if (typeof plain !== 'string') return literal;
    const decoded = ifPossible(() => decodeURIComponent(plain)) ?? plain;
    const found = [plain, decoded].find((text) => text.includes(key));
    return found === undefined ? literal : JSON.stringify(found.replaceAll(key, '[app_id]'));
  });
  return redacted === text ? body : Buffer.from(redacted);
}
