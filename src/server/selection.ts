import { type Code, parseCode, usd } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { derive } from '../rates/derive.ts';
import { pick } from '../rates/pick.ts';
import { flag } from './flag.ts';
import { invalidBase } from './service-error.ts';

/** Which of a day's rates are asked for. */
export interface Selection {
  readonly base: Code;
  /** Sorted; nothing where all are meant. */
  readonly symbols: readonly Code[] | undefined;
  readonly alternative: boolean;
}

/** @throws ServiceError */
export function parseSelection(query: URLSearchParams): Selection {
  const base = query.get('base') || usd;
  const code = parseCode(base);
  if (!code) throw invalidBase(base);
  return { base: code, symbols: parseSymbols(query), alternative: flag(query, 'show_alternative') ?? false };
}

/** The day's rates as they were asked for; nothing where the base has none. */
export function select(day: DayRates, { base, symbols }: Selection): DayRates | undefined {
  const derived = derive(day, base);
  return derived && symbols ? pick(derived, symbols) : derived;
}

/** What is no code is a symbol that no day has: it is left out like any unknown one. */
function parseSymbols(query: URLSearchParams): readonly Code[] | undefined {
  const named = (query.get('symbols') ?? '').split(',').filter((text) => text.trim() !== '');
  return named.length ? named.flatMap((text) => parseCode(text) ?? []).sort() : undefined;
}
