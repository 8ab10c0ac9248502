import { correctedEnd, countDays, type Day, eachDay, firstDay, parseDay } from '../../calendar/day.ts';
import { type Code, parseCode } from '../../rates/code.ts';
import { type DayRates, derive, pick } from '../../rates/day-rates.ts';
import { usd } from '../../sources/oxr/service.ts';
import { dayNotAvailable, invalidBase, invalidDateRange, unrealDate } from './error.ts';

/** Anything but 1, true, 0 or false counts as not given. */
export function flag(query: URLSearchParams, name: string): boolean | undefined {
  switch (query.get(name)?.toLowerCase()) {
    case '1':
    case 'true':
      return true;
    case '0':
    case 'false':
      return false;
    default:
      return undefined;
  }
}

export interface Selection {
  readonly base: Code;
  /** Sorted; undefined for all. */
  readonly symbols: readonly Code[] | undefined;
  readonly alternative: boolean;
}

export function parseSelection(query: URLSearchParams): Selection {
  const base = query.get('base') || usd;
  const code = parseCode(base);
  if (!code) throw invalidBase(base);
  return { base: code, symbols: parseSymbols(query), alternative: flag(query, 'show_alternative') ?? false };
}

export function select(day: DayRates, { base, symbols }: Selection): DayRates | undefined {
  const derived = derive(day, base);
  return derived && symbols ? pick(derived, symbols) : derived;
}

/** Leaves out malformed codes, as it does unknown ones. */
function parseSymbols(query: URLSearchParams): readonly Code[] | undefined {
  const named = (query.get('symbols') ?? '').split(',').filter((text) => text.trim() !== '');
  return named.length ? named.flatMap((text) => parseCode(text) ?? []).sort() : undefined;
}

const mostDays = 31;

export function parseHistoricalDay(text: string, today: Day): Day {
  const day = parseDay(text);
  if (!day) throw unrealDate();
  if (day < firstDay || day > today) throw dayNotAvailable();
  return day;
}

export interface Range {
  readonly first: Day;
  readonly last: Day;
  /** Ascending, both ends included. */
  readonly days: readonly Day[];
}

/** @throws ServiceError */
export function parseRange(query: URLSearchParams): Range {
  const first = parseDay(query.get('start') ?? '');
  const end = query.get('end') ?? '';
  const last = parseDay(end) ?? correctedEnd(end);
  if (!first || !last) {
    throw invalidDateRange('`start` and `end` must be valid days in the format `YYYY-MM-DD`');
  }
  const length = countDays(first, last);
  if (length === 0) throw invalidDateRange('`end` must not be before `start`');
  if (length > mostDays) throw invalidDateRange(`one request covers ${mostDays} days at most`);
  return { first, last, days: [...eachDay(first, last)] };
}
