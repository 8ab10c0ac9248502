import { type Day, parseDay } from '../calendar/day.ts';
import { isCode, usd } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { isObject, type JsonObject, parseJson, parseRates } from '../rates/json.ts';
import type { Ask } from './ask.ts';

export interface Contents {
  readonly days: readonly DayRates[];
  /** Days that were asked for and have no rates. */
  readonly blank: readonly Day[];
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
  if (!isObject(json.rates) || (isBare(json.rates) && !ask.symbols)) throw new Unusable('it has no rates');
  const terms = { disclaimer: text(json.disclaimer), license: text(json.license) };
  const read = (day: Day, rates: JsonObject): DayRates => ({ day, base, ...parseRates(rates), ...terms });

  if (ask.endpoint === 'historical') {
    const day = { ...read(ask.run.first, json.rates), timestamp: seconds(json.timestamp) };
    if (isEmpty(day, ask)) throw new Unusable('it has no rates');
    return { days: [day], blank: [], surplus: [] };
  }
  return readSeries(json.rates, ask, read);
}

function readSeries(
  byDate: JsonObject,
  ask: Asked,
  read: (day: Day, rates: JsonObject) => DayRates,
): Contents {
  const days: DayRates[] = [];
  const blank: Day[] = [];
  const surplus: string[] = [];
  for (const [date, rates] of Object.entries(byDate)) {
    const day = parseDay(date);
    if (!day || day < ask.run.first || day > ask.run.last) {
      surplus.push(date);
      continue;
    }
    const found = isObject(rates) ? read(day, rates) : undefined;
    if (found && !isEmpty(found, ask)) days.push(found);
    else blank.push(day);
  }
  return { days: days.sort(byDay), blank, surplus };
}

const isBare = (rates: JsonObject) => Object.keys(rates).length === 0;

/** Without symbols a day has rates; with symbols that the service does not know it has none. */
function isEmpty(day: DayRates, ask: Asked): boolean {
  return day.rates.size === 0 && !ask.symbols;
}

function parseObject(body: string): JsonObject {
  const json = parseJson(body);
  if (json === undefined) throw new Unusable('it is not JSON');
  if (!isObject(json)) throw new Unusable('it is no JSON object');
  return json;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const seconds = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : undefined);
const byDay = (a: DayRates, b: DayRates) => (a.day < b.day ? -1 : 1);
