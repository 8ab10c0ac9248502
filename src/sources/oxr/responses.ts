import { type Day, eachDay, parseDay } from '../../calendar/day.ts';
import { isCode, usd } from '../../currencies/code.ts';
import { FailedAttempt, unusable } from '../../http/client.ts';
import { isObject, parseJson, scalarText } from '../../json.ts';
import { type DayRates, parseRates } from '../../rates/day-rates.ts';
import {
  outcomeOf,
  type Raw,
  type Request,
  type ResponseForm,
  type SourceResponse,
  type Usage,
} from '../source.ts';
import { endpoints } from './source.ts';

/** What is asked of the service. */
export interface Query extends Request, Partial<ResponseForm> {}

/** Without the key. */
export function urlOf(query: Query, baseUrl: string): URL {
  const { scope, run, base, symbols, alternative, prettyprint } = query;
  const endpoint = endpoints[scope];
  const path = scope === 'days' ? `${endpoint}/${run.first}` : endpoint;
  const url = new URL(`${baseUrl}/${path}.json`);
  url.search = [
    ...(scope === 'range' ? [`start=${run.first}`, `end=${run.last}`] : []),
    ...(base ? [`base=${base}`] : []),
    ...(symbols ? [`symbols=${symbols.join(',')}`] : []),
    ...(alternative ? ['show_alternative=1'] : []),
    `prettyprint=${prettyprint ? 1 : 0}`,
  ].join('&');
  return url;
}

/** @throws FailedAttempt */
export function parseDays(query: Query, { body, served }: Raw): SourceResponse {
  const { scope, run, base = usd } = query;
  const json = parseJson(body.toString());
  if (json === undefined) throw unusable('it is not JSON');
  if (!isObject(json)) throw unusable('it is not a JSON object');
  if (json.base !== base) {
    const other = typeof json.base === 'string' && isCode(json.base) ? `${json.base}, ` : '';
    throw unusable(`its base is ${other}not ${base}`);
  }

  const terms = { disclaimer: text(json.disclaimer), license: text(json.license) };
  const rates = new Map<Day, DayRates>();
  const surplus: string[] = [];
  if (scope !== 'range') {
    const timestamp = seconds(json.timestamp);
    rates.set(run.first, { day: run.first, base, ...readRates(json.rates, query), ...terms, timestamp });
  } else {
    // not every service echoes the range
    const { start_date: start = run.first, end_date: end = run.last } = json;
    if (start !== run.first || end !== run.last) throw unusable('it covers another range');
    if (!isObject(json.rates)) throw noRates();
    let failure: FailedAttempt | undefined;
    for (const [date, published] of Object.entries(json.rates)) {
      const day = parseDay(date);
      if (!day || day < run.first || day > run.last) {
        surplus.push(date);
        continue;
      }
      try {
        rates.set(day, { day, base, ...readRates(published, query), ...terms });
      } catch (error) {
        if (!(error instanceof FailedAttempt)) throw error;
        failure ??= error;
      }
    }
    if (rates.size === 0) throw failure ?? unusable('it has none of the requested days');
  }

  const days = Array.from(eachDay(run.first, run.last), (day) => {
    const found = rates.get(day);
    return found ? outcomeOf(found, served) : { day, reason: 'no rates' as const, served };
  });
  return { run, days, surplus, body, served };
}

function readRates(json: unknown, { base = usd, symbols }: Query): Pick<DayRates, 'rates' | 'dropped'> {
  if (!isObject(json)) throw noRates();
  const read = parseRates(json);
  // if the service knows none of the symbols, a day has no rates
  if (read.rates.size === 0 && !read.dropped && !symbols) throw noRates();
  const isOne = (read.rates.get(usd) ?? 1) === 1 && !read.dropped?.includes(usd);
  if (base === usd && !isOne) throw unusable('its USD rate is not 1');
  return read;
}

export function parseIfUsable(query: Query, raw: Raw): SourceResponse | undefined {
  try {
    return parseDays(query, raw);
  } catch (error) {
    if (!(error instanceof FailedAttempt)) throw error;
    return undefined;
  }
}

const noRates = () => unusable('it has no rates');

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

const seconds = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 8.64e12 ? value : undefined;

/** What the service tells beyond what any source does. */
export interface PlanUsage extends Usage {
  /** Whether the plan has them; undefined if not told. */
  readonly timeSeries: boolean | undefined;
  /** Seconds from one publication to the next; undefined if not told. */
  readonly updateFrequency: number | undefined;
}

/** @param body of `usage.json`; undefined if it is of no use */
export function parseUsage(body: string): PlanUsage | undefined {
  const data = member(parseJson(body), 'data');
  const plan = member(data, 'plan');
  const usage = member(data, 'usage');
  const requests = natural(usage?.requests);
  const left = usage?.requests_remaining;
  if (!data || !isShallow(data, 10) || requests === undefined || !isWhole(left)) return undefined;

  const quota = natural(usage?.requests_quota);
  const { app_id: _, ...shown } = data;
  const timeSeries = member(plan, 'features')?.['time-series'];
  const frequency = plan?.update_frequency;
  return {
    subscription: typeof plan?.name === 'string' ? plan.name : 'unknown',
    timeSeries: typeof timeSeries === 'boolean' ? timeSeries : undefined,
    requests,
    quota,
    // -1 means unlimited, unless more than the quota was used
    remaining: left === -1 && requests <= (quota ?? requests) ? undefined : Math.max(left, 0),
    daysElapsed: natural(usage?.days_elapsed),
    // no quota lasts for more than a year
    daysRemaining: natural(usage?.days_remaining, 366),
    updateFrequency: frequency === undefined ? undefined : secondsOf(frequency),
    data: shown as Usage['data'],
  };
}

/** Deeper nesting could overflow the stack when written out. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

function member(value: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  const inner = isObject(value) ? value[name] : undefined;
  return isObject(inner) ? inner : undefined;
}

const hour = 3600;

/** Reads `hourly`, `30-minute` or `3600s`; anything else is an hour. */
function secondsOf(frequency: unknown): number {
  const [, number, unit = ''] =
    /^(\d{1,5})(?:-?(minutes?|seconds?|s))?$/i.exec(scalarText(frequency).trim()) ?? [];
  const seconds = Number(number) * (/^m/i.test(unit) ? 60 : 1);
  return seconds > 0 && seconds <= 24 * hour ? seconds : hour;
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

const natural = (value: unknown, most = Number.MAX_SAFE_INTEGER) =>
  isWhole(value) && value >= 0 && value <= most ? value : undefined;

/** A shorter key is not a secret, and may be part of any word. */
const shortestSecret = 8;

/** Removes the key in any spelling: plain, percent-encoded or JSON-escaped. Numbers stay as they are. */
export function redactor(key: string): (body: Buffer) => Buffer {
  if (key.length < shortestSecret) return (body) => body;
  const spelled = Array.from(key, (sign) => {
    const hex = sign.charCodeAt(0).toString(16).padStart(2, '0');
    const anyCase = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return `(?:${/["\\/]/.test(sign) ? '\\\\?' : ''}\\x${hex}|%${anyCase}|\\\\u00${anyCase})`;
  }).join('');
  const anySpelling = new RegExp(spelled, 's');
  // any other escape is skipped as a whole: `\\n` before a key is no part of one that begins with n
  const orEscape = new RegExp(`(${spelled})|\\\\.`, 'gs');
  const hide = (text: string) => text.replace(orEscape, (found, key) => (key ? '[app_id]' : found));
  const mayBeNumber = /^[\d.eE+-]+$/.test(key);

  return (body) => {
    if (![key, '%', '\\'].some((sign) => body.includes(sign))) return body;
    const text = body.toString();
    if (!anySpelling.test(text)) return body;
    const hidden = mayBeNumber ? text.replace(/"(?:[^"\\]|\\.)*"/gs, hide) : hide(text);
    return hidden === text ? body : Buffer.from(hidden);
  };
}
