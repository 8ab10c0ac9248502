import { type Day, parseDay } from '../calendar/day.ts';
import { type Code, isCode, usd } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { isObject, type JsonObject, parseJson, parseRates } from '../rates/json.ts';
import type { Ask } from './ask.ts';

export interface Contents {
  /** Ascending; of a series at least one, and perhaps not all. */
  readonly days: readonly DayRates[];
  /** Days that were not asked for, as the service wrote them. */
  readonly surplus: readonly string[];
}

export interface Answer extends Contents {
  /** As it came, decompressed. */
  readonly body: Buffer;
  /** The service's clock (milliseconds since 1970), where it said. */
  readonly served: number | undefined;
}

/** The answer came with status 200 and cannot be believed. */
export class Unusable extends Error {}

/** What an answer depends on. */
type Asked = Pick<Ask, 'endpoint' | 'run' | 'base' | 'symbols'>;

/**
 * The rates that a body holds for what was asked, each checked.
 * @throws Unusable
 */
export function readAnswer(body: string, ask: Asked): Contents {
  const json = parseObject(body);
  const base = ask.base ?? usd;
  if (json.base !== base) {
    const other = typeof json.base === 'string' && isCode(json.base) ? `${json.base}, ` : '';
    throw new Unusable(`its base is ${other}not ${base}`);
  }
  const terms = { disclaimer: text(json.disclaimer), license: text(json.license) };
  const read = (day: Day, rates: unknown) => ({ day, base, ...readRates(rates, base, ask), ...terms });

  if (ask.endpoint === 'historical') {
    const timestamp = seconds(json.timestamp);
    return { days: [{ ...read(ask.run.first, json.rates), timestamp }], surplus: [] };
  }
  checkRange(json, ask);
  return readSeries(json.rates, ask, read);
}

/** @throws Unusable */
function readRates(json: unknown, base: Code, { symbols }: Asked): Pick<DayRates, 'rates' | 'dropped'> {
  if (!isObject(json)) throw noRates();
  const read = parseRates(json);
  // with symbols that the service does not know a day has none
  if (read.rates.size === 0 && !symbols) throw noRates();
  if (base === usd && (read.rates.get(usd) ?? 1) !== 1) throw new Unusable('its rate of USD is not 1');
  return read;
}

/** Some say of which range they are. */
function checkRange({ start_date, end_date }: JsonObject, { run }: Asked): void {
  if ((start_date ?? run.first) !== run.first || (end_date ?? run.last) !== run.last)
    throw new Unusable('it is of another range');
}

/** What is wrong with one day leaves the others as they are. */
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
  if (days.length === 0) throw wrong ?? new Unusable('it has none of the days asked for');
  return { days: days.sort(byDay), surplus };
}

const noRates = () => new Unusable('it has no rates');

function parseObject(body: string): JsonObject {
  const json = parseJson(body);
  if (json === undefined) throw new Unusable('it is not JSON');
  if (!isObject(json)) throw new Unusable('it is no JSON object');
  return json;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const seconds = (value: unknown) => (isTime(value) ? value : undefined);
const isTime = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= 8.64e12;
const byDay = (a: DayRates, b: DayRates) => (a.day < b.day ? -1 : 1);
