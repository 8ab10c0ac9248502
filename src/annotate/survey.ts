import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import { type DecimalMark, decimalMarks } from '../rates/decimal.ts';
import { BadFile } from './bad-file.ts';
import type { CsvFile } from './csv-file.ts';
import { type DayOrder, dayOrders } from './days.ts';
import type { Entry, EntryReader } from './entry.ts';
import { type Row, Scanner } from './scanner.ts';
import { TwoWays } from './two-ways.ts';

/** How the columns of a file are to be read. */
export interface Decided {
  readonly order: DayOrder;
  readonly point: DecimalMark;
}

/** What a first look at all rows finds out: how they are written, and which rates they need. */
class Survey {
  readonly #isServed: (day: Day) => boolean;
  readonly #orders = new TwoWays<DayOrder>(dayOrders, 'days');
  readonly #points = new TwoWays<DecimalMark>(decimalMarks, 'amounts');
  readonly #days: Readonly<Record<DayOrder, Set<Day>>> = { 'DD/MM/YYYY': new Set(), 'MM/DD/YYYY': new Set() };
  readonly #codes = new Set<Code>();
  /** All but the header, also those that cannot be read. */
  rows = 0;

  constructor(isServed: (day: Day) => boolean) {
    this.#isServed = isServed;
  }

  see({ date, days, amount, amounts, from, to }: Entry, line: number): void {
    this.#orders.see(days, date, line);
    this.#points.see(amounts, amount, line);
    const isReadable = amounts.point !== undefined || amounts.comma !== undefined;
    if (!isReadable || !from || !to || from === to) return;
    for (const order of dayOrders) {
      const day = days[order];
      if (day && this.#isServed(day)) this.#days[order].add(day);
    }
    this.#codes.add(from).add(to);
  }

  /** @throws BadFile if that cannot be decided */
  decide(): Decided {
    return { order: this.#orders.decide(), point: this.#points.decide() };
  }

  /** Of the rows that can be done, ascending. */
  days({ order }: Decided): readonly Day[] {
    return [...this.#days[order]].sort();
  }

  get codes(): ReadonlySet<Code> {
    return this.#codes;
  }
}

/** @throws BadFile if a quote never closes */
export async function surveyOf(
  { header: { delimiter }, pieces }: CsvFile,
  reader: EntryReader,
  isServed: (day: Day) => boolean,
): Promise<Survey> {
  const survey = new Survey(isServed);
  const scanner = new Scanner(delimiter, reader.columns);
  let isHeader = true;
  const see = (row: Row) => {
    if (row.count === 0) return;
    if (isHeader) {
      isHeader = false;
      return;
    }
    survey.rows++;
    const entry = reader.read(row);
    if (entry) survey.see(entry, row.line);
  };
  for await (const piece of pieces()) for (const row of scanner.scan(piece)) see(row);
  for (const row of scanner.end()) see(row);
  if (scanner.openQuote !== undefined) throw new BadFile({ is: 'open quote', line: scanner.openQuote });
  return survey;
}
