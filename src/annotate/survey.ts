import type { Day } from '../calendar/day.ts';
import { usageError } from '../errors.ts';
import type { Code } from '../rates/code.ts';
import { type DecimalMark, decimalMarks } from '../rates/decimal.ts';
import { quoted } from '../words.ts';
import type { CsvFile } from './csv-file.ts';
import { type DayOrder, dayOrders } from './days.ts';
import type { EntryReader } from './entry.ts';
import { neverClosing } from './header-line.ts';
import { type Row, Scanner } from './scanner.ts';

export type Survey = Awaited<ReturnType<typeof surveyOf>>;

/** @throws a usage error if a quote never closes, or the rows do not show how they are to be read */
export async function surveyOf(
  { header: { delimiter, line }, pieces }: CsvFile,
  reader: EntryReader,
  isServed: (day: Day) => boolean,
) {
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
    const others = to.flatMap((unit) => (from && unit && unit.code !== from.code ? unit.code : []));
    if (!isReadable || !from || others.length === 0 || isForeign) return;
    for (const order of dayOrders) {
      const day = days[order];
      if (day && isServed(day)) found[order].add(day);
    }
    codes.add(from.code);
    for (const code of others) codes.add(code);
  };
  for await (const piece of pieces()) for (const row of scanner.scan(piece)) see(row);
  for (const row of scanner.end()) see(row);
  if (scanner.openQuote !== undefined) throw neverClosing(scanner.openQuote);
  const order = orders.decide();
  return { order, point: points.decide(), days: [...found[order]].sort(), codes, rows };
}

const optionFor = { days: '--date-format', amounts: '--decimal' };

/** A column whose cells may be readable in two ways: some row has to show which one it is. */
export function twoWays<Way extends string>(ways: readonly [Way, Way], what: keyof typeof optionFor) {
  const [one, other] = ways;
  /** The first cell that can be read in one way alone, and where it stands. */
  const shown = new Map<Way, string>();
  let doubtful: string | undefined;
  const either = ways.map((way) => `${optionFor[what]} ${way}`).join(' or ');
  return {
    /** @param readings what the cell says in either way; undefined if it cannot be read so */
    see(readings: Readonly<Record<Way, unknown>>, text: string, line: number): void {
      if (readings[one] === readings[other]) return;
      const cell = () => `${quoted(text)} in line ${line}`;
      const way = readings[one] === undefined ? other : one;
      if (readings[one] !== undefined && readings[other] !== undefined) doubtful ??= cell();
      else if (!shown.has(way)) shown.set(way, cell());
    },

    /** @throws a usage error if no row shows it, or rows differ */
    decide(): Way {
      const [first, second] = [shown.get(one), shown.get(other)];
      if (first && second) {
        const hint = `${either} reads one kind and leaves the other out`;
        throw usageError(`the ${what} are of two kinds: ${first} and ${second}`, hint);
      }
      if (!first && !second && doubtful)
        throw usageError(`the ${what} can be read in two ways, such as ${doubtful}`, `${either} says which`);
      return second ? other : one;
    },
  };
}
