import { alternativeNames, currencyNames } from '../rates/currencies.ts';
import { flag } from './flag.ts';
import type { Answer } from './reply.ts';
import type { Request } from './service.ts';

/** `/currencies.json`: codes and names, to anyone. */
export function answerCurrencies({ query }: Request): Answer {
  if (!flag(query, 'show_alternative')) return { body: currencyNames };
  const all = [...currencyNames, ...alternativeNames];
  return { body: new Map(all.sort(([a], [b]) => (a < b ? -1 : 1))) };
}
