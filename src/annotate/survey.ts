import type { Day } from '../calendar/day.ts';
import { neverClosing } from '../csv/header.ts';
import { type Row, Scanner } from '../csv/scanner.ts';
import type { Code } from '../rates/code.ts';
import { decimalMarks } from '../rates/decimal.ts';
import type { CsvFile } from './csv-file.ts';
import { dayOrders } from './days.ts';
import type { EntryReader } from './entry.ts';
import type { RowRates } from './row-rates.ts';
import { Ways } from './ways.ts';

export type Survey = Awaited<ReturnType<typeof surveyOf>>;

/** @throws a usage error if a quote never closes, or the rows do not show how they are to be read */
export async function surveyOf(
  { header: { delimiter, line }, pieces }: CsvFile,
  reader: EntryReader,
  rates: Pick<RowRates, 'isServed' | 'isToCome'>,
) {
  const orders = new Ways(dayOrders, 'days', (day: Day) => rates.isToCome(day));
  const points = new Ways(decimalMarks, 'amounts');
  const found = { DMY: new Set<Day>(), MDY: new Set<Day>(), YMD: new Set<Day>() };
  const codes = new Set<Code>();
  const scanner = new Scanner(delimiter, reader.columns, line);
  // the first one is the header
  let rows = -1;
  let otherHeader: number | undefined;
  const see = (row: Row) => {
    if (row.count === 0) return;
    rows++;
    if (rows === 0 || otherHeader !== undefined) return;
    const entry = reader.read(row);
    const isReadable = entry?.amounts.point !== undefined || entry?.amounts.comma !== undefined;
    if (!isReadable && reader.isHeader(row)) otherHeader = row.line;
    if (!entry || otherHeader !== undefined) return;

    const { days, amounts, from, to, isForeign } = entry;
    orders.see(days, entry.date, row.line);
    points.see(amounts, entry.amount, row.line);
    const others = to.flatMap((unit) => (from && unit && unit.code !== from.code ? unit.code : []));
    if (!isReadable || !from || others.length === 0 || isForeign) return;
    for (const order of dayOrders) {
      const day = days[order];
      if (day && rates.isServed(day)) found[order].add(day);
    }
    codes.add(from.code);
    for (const code of others) codes.add(code);
  };
  for await (const piece of pieces()) for (const row of scanner.scan(piece)) see(row);
  for (const row of scanner.end()) see(row);
  if (scanner.openQuote !== undefined) throw neverClosing(scanner.openQuote);
  const { way: order, note } = orders.decide();
  const { way: point } = points.decide();
  return { order, note, point, days: [...found[order]].sort(), codes, rows, otherHeader };
}
