import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import { type DecimalMark, decimalMarks } from '../rates/decimal.ts';
import { BadFile, type CsvFile, type FileTrouble, type SeenCell } from './csv-file.ts';
import { type DayOrder, dayOrders } from './days.ts';
import type { EntryReader } from './entry.ts';
import { type Row, Scanner } from './scanner.ts';

export interface Survey {
  readonly order: DayOrder;
  readonly point: DecimalMark;
  readonly days: readonly Day[];
  readonly codes: ReadonlySet<Code>;
  readonly rows: number;
}

/** @throws BadFile if a quote never closes, or the rows do not show how they are to be read */
export async function surveyOf(
  { header: { delimiter, line }, pieces }: CsvFile,
  reader: EntryReader,
  isServed: (day: Day) => boolean,
): Promise<Survey> {
  const orders = twoWays<DayOrder>(dayOrders, 'days');
  const points = twoWays<DecimalMark>(decimalMarks, 'amounts');
  const found = { DMY: new Set<Day>(), MDY: new Set<Day>() };
  const codes = new Set<Code>();
  const scanner = new Scanner(delimiter, reader.columns, line);
  // the first one is the header
  let rows = -1;
  const see = (row: Row) => {
    if (row.count === 0) return;
    rows++;
    const entry = rows > 0 ? reader.read(row) : undefined;
    if (!entry) return;
    const { days, amounts, from, to, isForeign } = entry;
    orders.see(days, entry.date, row.line);
    points.see(amounts, entry.amount, row.line);
    const isReadable = amounts.point !== undefined || amounts.comma !== undefined;
    const others = from ? to.filter((code) => code && code !== from) : [];
    if (!isReadable || !from || others.length === 0 || isForeign) return;
    for (const order of dayOrders) {
      const day = days[order];
      if (day && isServed(day)) found[order].add(day);
    }
    codes.add(from);
    for (const code of others) if (code) codes.add(code);
  };
  for await (const piece of pieces()) for (const row of scanner.scan(piece)) see(row);
  for (const row of scanner.end()) see(row);
  if (scanner.openQuote !== undefined) throw new BadFile({ is: 'open quote', line: scanner.openQuote });
  const order = orders.decide();
  return { order, point: points.decide(), days: [...found[order]].sort(), codes, rows };
}

type Doubt = Extract<FileTrouble, { readonly what: string }>;

/** A column whose cells may be readable in two ways: some row has to show which one it is. */
export function twoWays<Way extends string>(ways: readonly [Way, Way], what: Doubt['what']) {
  const [one, other] = ways;
  const shown = new Map<Way, SeenCell>();
  let doubtful: SeenCell | undefined;
  const bad = (is: Doubt['is'], ...cells: readonly SeenCell[]) => new BadFile({ is, what, ways, cells });
  return {
    /** @param readings what the cell says in either way; undefined if it cannot be read so */
    see(readings: Readonly<Record<Way, unknown>>, text: string, line: number): void {
      if (readings[one] === readings[other]) return;
      const way = readings[one] === undefined ? other : one;
      if (readings[one] !== undefined && readings[other] !== undefined) doubtful ??= { line, text };
      else if (!shown.has(way)) shown.set(way, { line, text });
    },

    /** @throws BadFile if no row shows it, or rows differ */
    decide(): Way {
      const [first, second] = [shown.get(one), shown.get(other)];
      if (first && second) throw bad('two kinds', first, second);
      if (!first && !second && doubtful) throw bad('two readings', doubtful);
      return second ? other : one;
    },
  };
}
