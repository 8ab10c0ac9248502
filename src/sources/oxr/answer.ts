import { type Day, eachDay, parseDay } from '../../calendar/day.ts';
import { type Code, isCode, usd } from '../../currencies/code.ts';
import { isObject, parseJson } from '../../json.ts';
import { type DayRates, parseRates } from '../../rates/day-rates.ts';
import { NoAnswer } from '../http/no-answer.ts';
import { type Answer, outcomeOf, type Raw } from '../source.ts';
import type { Query } from './address.ts';

export class Unusable extends NoAnswer {
  constructor(reason: string) {
    super(`unusable answer: ${reason}`, { lost: true });
  }
}

/** @throws Unusable */
export function answerOf(query: Query, { body, served }: Raw): Answer {
  const { run } = query;
  const { rates, surplus } = readAnswer(body.toString(), query);
  const days = Array.from(eachDay(run.first, run.last), (day) => {
    const found = rates.get(day);
    return found ? outcomeOf(found, served) : { day, gap: 'no rates' as const, served };
  });
  return { run, days, surplus, body, served };
}

export function answerIfUsable(query: Query, raw: Raw): Answer | undefined {
  try {
    return answerOf(query, raw);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return undefined;
  }
}

interface Read {
  readonly rates: ReadonlyMap<Day, DayRates>;
  /** Dates in the answer that nobody asked for. */
  readonly surplus: readonly string[];
}

function readAnswer(body: string, query: Query): Read {
  const json = parseJson(body);
  if (json === undefined) throw new Unusable('it is not JSON');
  if (!isObject(json)) throw new Unusable('it is not a JSON object');

  const base = query.base ?? usd;
  if (json.base !== base) {
    const other = typeof json.base === 'string' && isCode(json.base) ? `${json.base}, ` : '';
    throw new Unusable(`its base is ${other}not ${base}`);
  }

  const terms = { disclaimer: text(json.disclaimer), license: text(json.license) };
  const read = (day: Day, rates: unknown) => ({ day, base, ...readRates(rates, base, query), ...terms });
  const { first, last } = query.run;
  if (query.wanted !== 'range') {
    const rates = { ...read(first, json.rates), timestamp: seconds(json.timestamp) };
    return { rates: new Map([[first, rates]]), surplus: [] };
  }

  // not every service echoes the range
  const start = json.start_date ?? first;
  const end = json.end_date ?? last;
  if (start !== first || end !== last) throw new Unusable('it covers another range');
  return readSeries(json.rates, query, read);
}

function readRates(json: unknown, base: Code, { symbols }: Query): Pick<DayRates, 'rates' | 'dropped'> {
  if (!isObject(json)) throw noRates();
  const read = parseRates(json);
  // if the service knows none of the symbols, a day has no rates
  if (read.rates.size === 0 && !read.dropped && !symbols) throw noRates();
  const isOne = (read.rates.get(usd) ?? 1) === 1 && !read.dropped?.includes(usd);
  if (base === usd && !isOne) throw new Unusable('its USD rate is not 1');
  return read;
}

function readSeries(byDate: unknown, { run }: Query, read: (day: Day, rates: unknown) => DayRates): Read {
  if (!isObject(byDate)) throw noRates();
  const rates = new Map<Day, DayRates>();
  const surplus: string[] = [];
  let wrong: Unusable | undefined;

  for (const date of Object.keys(byDate)) {
    const day = parseDay(date);
    if (!day || day < run.first || day > run.last) {
      surplus.push(date);
      continue;
    }
    try {
      rates.set(day, read(day, byDate[date]));
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      wrong ??= error;
    }
  }

  if (rates.size === 0) throw wrong ?? new Unusable('it has none of the requested days');
  return { rates, surplus };
}

const noRates = () => new Unusable('it has no rates');

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

const seconds = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 8.64e12 ? value : undefined;
