import { type Day, eachDay, parseDay } from '../../calendar/day.ts';
import { isCode, usd } from '../../currencies/code.ts';
import { FailedAttempt, unusable } from '../../http/client.ts';
import { isObject, parseJson, scalarText } from '../../json.ts';
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

  const isRange = scope === 'range';
  // not every service echoes the range
  const { start_date: start = run.first, end_date: end = run.last } = json;
  if (isRange && (start !== run.first || end !== run.last)) throw unusable('it covers another range');
  if (!isObject(json.rates)) throw unusable(noRates);
  const published = isRange ? Object.entries(json.rates) : [[run.first, json.rates] as const];
  const timestamp = isRange ? undefined : seconds(json.timestamp);
  const terms = { disclaimer: text(json.disclaimer), license: text(json.license), timestamp };

  const found = new Map<Day, DayOutcome>();
  const surplus: string[] = [];
  let reason: string | undefined;
  for (const [date, rates] of published) {
    const day = parseDay(date);
    const read = day && day >= run.first && day <= run.last ? readRates(rates, query) : undefined;
    if (!day || !read) surplus.push(date);
    else if (typeof read === 'string') reason ??= read;
    else found.set(day, outcomeOf({ day, base, ...read, ...terms }, served));
  }
  if (found.size === 0) throw unusable(reason ?? 'it has none of the requested days');

  const dayIn = (day: Day): DayOutcome => found.get(day) ?? { day, reason: 'no rates', served };
  return { run, days: Array.from(eachDay(run.first, run.last), dayIn), surplus, body, served };
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

export function parseIfUsable(query: Query, raw: Raw): SourceResponse | undefined {
  try {
    return parseDays(query, raw);
  } catch (error) {
    if (!(error instanceof FailedAttempt)) throw error;
    return undefined;
  }
}

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
