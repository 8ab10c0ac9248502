import { type Day, eachDay, parseDay } from '../../calendar/day.ts';
import { type Code, isCode } from '../../rates/code.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { isObject, parseJson, parseRates } from '../../rates/json.ts';
import type { Answer, AnswerForm, Raw, Request } from '../answer.ts';
import { NoAnswer } from '../http/no-answer.ts';
import { endpoints, usd } from './service.ts';

export class Unusable extends NoAnswer {
  constructor(reason: string) {
    super(`unusable answer: ${reason}`, true);
  }
}

export interface Ask extends Request, AnswerForm {}

type Asked = Pick<Ask, 'wanted' | 'run' | 'base' | 'symbols'>;

export function addressOf({ wanted, run, base, symbols, alternative, prettyprint }: Ask, baseUrl: string) {
  const endpoint = endpoints[wanted];
  const path = wanted === 'days' ? `${endpoint}/${run.first}` : endpoint;
  const url = new URL(`${baseUrl}/${path}.json`);
  url.search = [
    ...(wanted === 'range' ? [`start=${run.first}`, `end=${run.last}`] : []),
    ...(base ? [`base=${base}`] : []),
    ...(symbols ? [`symbols=${symbols.join(',')}`] : []),
    ...(alternative ? ['show_alternative=1'] : []),
    `prettyprint=${prettyprint ? 1 : 0}`,
  ].join('&');
  return url;
}

/** @throws Unusable */
export function answerOf(ask: Asked, { body, served }: Raw): Answer {
  const { run } = ask;
  const { rates, surplus } = readAnswer(body.toString(), ask);
  const days = Array.from(
    eachDay(run.first, run.last),
    (day) => rates.get(day) ?? { day, gap: 'no rates' as const, served },
  );
  return { run, days, surplus, body, served };
}

export function answerIfUsable(ask: Asked, raw: Raw): Answer | undefined {
  try {
    return answerOf(ask, raw);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return undefined;
  }
}

function readAnswer(body: string, ask: Asked): { rates: Map<Day, DayRates>; surplus: string[] } {
  const json = parseJson(body);
  if (json === undefined) throw new Unusable('it is not JSON');
  if (!isObject(json)) throw new Unusable('it is not a JSON object');
  const base = ask.base ?? usd;
  if (json.base !== base) {
    const other = typeof json.base === 'string' && isCode(json.base) ? `${json.base}, ` : '';
    throw new Unusable(`its base is ${other}not ${base}`);
  }
  const terms = { disclaimer: text(json.disclaimer), license: text(json.license) };
  const read = (day: Day, rates: unknown) => ({ day, base, ...readRates(rates, base, ask), ...terms });

  const { first, last } = ask.run;
  if (ask.wanted !== 'range') {
    const rates = { ...read(first, json.rates), timestamp: seconds(json.timestamp) };
    return { rates: new Map([[first, rates]]), surplus: [] };
  }
  // not every service echoes the range
  const { start_date, end_date } = json;
  if ((start_date ?? first) !== first || (end_date ?? last) !== last) throw new Unusable('it covers another range');
  return readSeries(json.rates, ask, read);
}

function readRates(json: unknown, base: Code, { symbols }: Asked): Pick<DayRates, 'rates' | 'dropped'> {
  if (!isObject(json)) throw noRates();
  const read = parseRates(json);
  // if the service knows none of the symbols, a day has no rates
  if (read.rates.size === 0 && !symbols) throw noRates();
  if (base === usd && (read.rates.get(usd) ?? 1) !== 1) throw new Unusable('its USD rate is not 1');
  return read;
}

function readSeries(byDate: unknown, { run }: Asked, read: (day: Day, rates: unknown) => DayRates) {
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
