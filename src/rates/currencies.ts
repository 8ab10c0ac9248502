import type { Code } from './code.ts';
import { alternative, former, lastYears, names } from './currency-names.ts';

export const currencyNames: ReadonlyMap<Code, string> = named(names);

/** Currencies that only `show_alternative` includes. */
export const alternativeNames: ReadonlyMap<Code, string> = named(alternative);

/** Currencies that ended before the service began: only banks have rates of them. */
const formerNames = named(former);

function named(names: Readonly<Record<string, string>>): ReadonlyMap<Code, string> {
  return new Map(Object.entries(names) as [Code, string][]);
}

/** With the last year of one that has ended. */
export function nameOf(code: Code): string {
  const name = shortNameOf(code);
  const last = lastYears.get(code);
  return last ? `${name} (until ${last})` : name;
}

export function shortNameOf(code: Code): string {
  return currencyNames.get(code) ?? formerNames.get(code) ?? alternativeNames.get(code) ?? '';
}

/** Whether the code is or was one of a currency. */
export const isListed = (code: Code): boolean => shortNameOf(code) !== '';

/** Only banks have rates of it. */
export const isFormer = (code: Code): boolean => formerNames.has(code);

export const hasEnded = (code: Code): boolean => /\d{4}\)$/.test(nameOf(code));

/** Of the most traded ones, for examples: the base itself would be 1. */
export const twoBeside = (base: string): string[] =>
  ['EUR', 'USD', 'GBP'].filter((code) => code !== base).slice(0, 2);
