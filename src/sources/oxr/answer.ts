import { type Day, eachDay, parseDay } from '../../calendar/day.ts';
import { type Code, isCode } from '../../rates/code.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { isObject, type JsonObject, parseJson, parseRates } from '../../rates/json.ts';
import type { Answer } from '../outcome.ts';
import type { Raw } from '../source.ts';
import type { Ask } from './ask.ts';
import { usd } from './pivot.ts';

interface Contents {
  /** Ascending; at least one, though a series may lack some. */
  readonly days: readonly DayRates[];
  /** Dates that were not asked for, as the service wrote them. */
  readonly surplus: readonly string[];
}

/** The answer was successful, but its content is wrong. */
export class Unusable extends Error {}

type Asked = Pick<Ask, 'endpoint' | 'run' | 'base' | 'symbols'>;

/** @throws Unusable */
export function answerOf(ask: Asked, { body, served }: Raw): Answer {
  const { days, surplus } = readAnswer(body.toString(), ask);
  const byDay = new Map(days.map((rates) => [rates.day, rates]));
  const { run } = ask;
  const outcomes = Array.from(
    eachDay(run.first, run.last),
    (day) => byDay.get(day) ?? { day, gap: 'no rates' as const, served },
  );
  return { run, days: outcomes, surplus, body, served };
}

/** @throws Unusable */
export function readAnswer(body: string, ask: Asked): Contents {
  const json = parseObject(body);
  const base = ask.base ?? usd;
  if (json.base !== base) {
    const other = typeof json.base === 'string' && isCode(json.base) ? `${json.base}, ` : '';
    throw new Unusable(`its base is ${other}not ${base}`);
  }
  const terms = { disclaimer: text(json.disclaimer), license: text(json.license) };
  const read = (day: Day, rates: unknown) => ({ day, base, ...readRates(rates, base, ask), ...terms });

  if (ask.endpoint !== 'time-series') {
    const timestamp = seconds(json.timestamp);
    return { days: [{ ...read(ask.run.first, json.rates), timestamp }], surplus: [] };
  }
  checkRange(json, ask);
  return readSeries(json.rates, ask, read);
}

/** Undefined if it is unusable. */
export function answerIfUsable(ask: Asked, raw: Raw): Answer | undefined {
  try {
    return answerOf(ask, raw);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return undefined;
  }
}

function readRates(json: unknown, base: Code, { symbols }: Asked): Pick<DayRates, 'rates' | 'dropped'> {
  if (!isObject(json)) throw noRates();
  const read = parseRates(json);
  // if the service knows none of the symbols, a day has no rates
  if (read.rates.size === 0 && !symbols) throw noRates();
  if (base === usd && (read.rates.get(usd) ?? 1) !== 1) throw new Unusable('its USD rate is not 1');
  return read;
}

/** Not every service echoes the range. */
function checkRange({ start_date, end_date }: JsonObject, { run }: Asked): void {
  if ((start_date ?? run.first) !== run.first || (end_date ?? run.last) !== run.last)
    throw new Unusable('it covers another range');
}

function readSeries(byDate: unknown, ask: Asked, read: (day: Day, rates: unknown) => DayRates): Contents {
  if (!isObject(byDate)) throw noRates();
  const days: DayRates[] = [];
  const surplus: string[] = [];
  let wrong: Unusable | undefined;
  for (const [date, rates] of Object.entries(byDate)) {
    const day = parseDay(date);
    if (!day || day < ask.run.first || day > ask.run.last) {
      surplus.push(date);
      continue;
    }
    try {
      days.push(read(day, rates));
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      wrong ??= error;
    }
  }
  if (days.length === 0) throw wrong ?? new Unusable('it has none of the requested days');
  return { days: days.sort(byDay), surplus };
}

const noRates = () => new Unusable('it has no rates');

function parseObject(body: string): JsonObject {
  const json = parseJson(body);
  if (json === undefined) throw new Unusable('it is not JSON');
  if (!isObject(json)) throw new Unusable('it is not a JSON object');
  return json;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const seconds = (value: unknown) => (isTime(value) ? value : undefined);
const isTime = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= 8.64e12;
const byDay = (a: DayRates, b: DayRates) => (a.day < b.day ? -1 : 1);
