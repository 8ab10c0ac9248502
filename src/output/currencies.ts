import { stringify } from 'csv-stringify/sync';
import { type Currency, currencyColumns } from '../rates/currency.ts';

export function csvOfCurrencies(currencies: readonly Currency[]): string {
  const rows = currencies.map((currency) => currencyColumns.map((name) => currency[name]));
  return stringify([currencyColumns, ...rows]);
}
