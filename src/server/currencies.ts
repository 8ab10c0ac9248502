import { alternativeNames, currencyNames } from '../rates/currencies.ts';
import { flag } from './flag.ts';
import type { Answer } from './reply.ts';
import type { Request } from './service.ts';

/** `/currencies.json`: codes and names, to anyone. */
export function answerCurrencies({ query, render }: Request): Answer {
  const all = flag(query, 'show_alternative') ?? false;
  return { body: render([], () => (all ? everyName() : currencyNames)) };
}

function everyName(): ReadonlyMap<string, string> {
  return new Map([...currencyNames, ...alternativeNames].sort(([a], [b]) => (a < b ? -1 : 1)));
}
