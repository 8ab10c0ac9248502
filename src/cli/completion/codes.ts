import { currencyNames, hasEnded, nameOf } from '../../rates/currencies.ts';

/** Currencies in use, then those that have ended, each by code, with what they are called. */
export function codesToOffer(): [code: string, name: string][] {
  const codes = [...currencyNames.keys()];
  const ordered = [...codes.filter((code) => !hasEnded(code)), ...codes.filter(hasEnded)];
  return ordered.map((code) => [code, nameOf(code)]);
}
