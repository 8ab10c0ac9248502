import { type Day, numberOf } from '../calendar/day.ts';
import type { Order } from '../calendar/parse.ts';
import type { Code } from '../currencies/code.ts';
import { alternativeNames, currencyNames } from '../currencies/names.ts';
import { codesMeant, unitSaid } from '../currencies/nicknames.ts';
import { fixedRateOf, publishedPair } from '../currencies/replaced.ts';
import { hundredthInWords, isAmong, isHundredth, type Unit, unitOf } from '../currencies/units.ts';
import { Failure } from '../errors.ts';
import { readOnce } from '../input/csv/text.ts';
import { dayOfNumber } from '../input/xlsx/cell.ts';
import { type DecimalMark, decimalMarks } from '../rates/decimal.ts';
import { either, inWords, quoted } from '../words.ts';
import {
  type AmountCell,
  amountReader,
  type DayForm,
  type DayReadings,
  dayOrders,
  dayReader,
  isDay,
  isRead,
  noAmount,
  oneOf,
  onSide,
  sideIn,
} from './cells.ts';
import { normalName, type RowCurrency, type SumColumns } from './columns.ts';
import type { Table, TableRow } from './read.ts';

interface RowOptions {
  readonly dateFormat?: DayForm | undefined;
  /** Of all days, where the format has none. */
  readonly year?: number | undefined;
  readonly decimal?: DecimalMark | undefined;
  /** For each amount that of all rows, where no column has their days. */
  readonly days: readonly (Day | undefined)[];
  readonly isKnown: (code: Code) => boolean;
  /** Whether there is such a currency, served or not. */
  readonly isListed: (code: Code) => boolean;
}

export type RowReader = ReturnType<typeof rowReader>;

/** What a row says of one amount, as far as it can be read. */
export type Entry = NonNullable<ReturnType<RowReader['read']>>[number];

/** Reads the amounts of each row, with their days and currencies. */
export function rowReader(
  { header: { names, sums, to }, textOf }: Pick<Table, 'header' | 'textOf'>,
  { dateFormat, year, decimal, days, isKnown, isListed }: RowOptions,
) {
  const readDay = dayReader(dateFormat, year);
  const readAmount = amountReader(decimal, isKnown);
  const readUnit = readOnce((text) => ({ text, unit: unitIn(text) }));
  const columns = sums.flatMap((sum) => [...figuresOf(sum), ...currenciesOf(sum)]);
  /** What cells mean that are no codes, for notes. */
  const meanings = new Set<string>();

  /** One per amount; undefined if cells may be displaced. */
  function read(row: TableRow) {
    if (delimitersBefore(row) === undefined) return undefined;
    return sums.map((sum, at) => {
      const side = sum.side === undefined ? undefined : textIn(row, sum.side);
      const amount = amountOf(row, sum, side);
      return {
        day: dayOf(row, sum, at),
        amount,
        side,
        from: fromOf(row, sum, amount),
        to: to.map((currency) => currencyIn(row, currency)),
      };
    });
  }

  /**
   * How many delimiters go before what is added: one for each cell that the row lacks at its end, and one.
   * Undefined if cells may be displaced.
   */
  function delimitersBefore({ count, endsEmpty }: TableRow): number | undefined {
    const lacks = names.length - count;
    const hasColumns = lacks > 0 && columns.every((column) => column < count);
    return lacks === 0 || hasColumns || (lacks === -1 && endsEmpty) ? lacks + 1 : undefined;
  }

  function textIn({ cells }: TableRow, column: number): string {
    const text = textOf(cells[column] ?? '');
    // so written, a spreadsheet does not change it
    return text.startsWith('="') ? text.replace(/^="(.*)"$/s, '$1') : text;
  }

  /** Without a text, the day is that of all rows. */
  function dayOf(row: TableRow, { date }: SumColumns, at: number) {
    if ('written' in date) return { readings: readDay(days[at] ?? '') };
    const text = textIn(row, date.column);
    const cell = row.sheet?.[date.column];
    const readings = readDay(cell?.kind === 'day' ? text.slice(0, 10) : cell?.kind === 'formula' ? '' : text);
    const isSerial = cell?.kind === 'number' && !isDay(readings);
    return { text, readings: isSerial ? readDay(dayOfNumber(cell) ?? '') : readings };
  }

  function amountOf(row: TableRow, { amounts: [one = -1, other] }: SumColumns, side?: string): AmountCell {
    const first = amountIn(row, one);
    if (other !== undefined) return oneOf(first, amountIn(row, other));
    return side === undefined ? first : onSide(first, side);
  }

  function amountIn(row: TableRow, column: number): AmountCell {
    const text = textIn(row, column);
    // a dash alone is nothing
    if (/^\s*[-–—−]{1,2}\s*$/.test(text)) return { text: '', readings: noAmount };
    const { kind = 'text' } = row.sheet?.[column] ?? {};
    const mark = text.startsWith('-') ? 'sign' : undefined;
    if (kind === 'number') return { text, readings: { point: text, comma: text, mark } };
    return { text, readings: ['day', 'time', 'formula'].includes(kind) ? noAmount : readAmount(text) };
  }

  /** That of the amount, which can be in its own cell. */
  function fromOf(row: TableRow, { from, amounts }: SumColumns, { text, readings }: AmountCell) {
    if ('unit' in from || !amounts.includes(from.column)) return currencyIn(row, from);
    const [unit, other] = readings.units ?? [];
    return { text, unit: other ? undefined : unit };
  }

  /** Without a text, the currency is that of all rows. */
  function currencyIn(
    row: TableRow,
    currency: RowCurrency,
  ): { readonly text?: string; readonly unit: Unit | undefined } {
    return 'unit' in currency ? { unit: currency.unit } : readUnit(textIn(row, currency.column));
  }

  function unitIn(text: string): Unit | undefined {
    // longer than any name of a currency
    if (text.length > 100) return undefined;
    const written = unitSaid(text);
    const implied = written && isListed(written.code) ? undefined : unitImplied(text.trim());
    const unit = implied && isKnown(implied.code) ? implied : written;
    if (!unit || !isKnown(unit.code)) return undefined;
    if (isHundredth(unit)) meanings.add(hundredthInWords(unit));
    else if (unit === implied) meanings.add(`${text.trim()} is ${unit.name}`);
    return unit;
  }

  /** The only currency that a cell can name without being a code; undefined if there is none, or several. */
  function unitImplied(name: string): Unit | undefined {
    // RUR was taken out of use for a code of the same worth
    const code = /^RUR$/i.test(name) ? 'RUB' : name.replace(aroundCode, '');
    const unit = code === name ? undefined : unitSaid(code);
    if (unit && isListed(unit.code)) return unit;
    const [one, other] = codesMeant(name);
    return one && !other ? unitOf(one) : undefined;
  }

  function figuresOf({ date, amounts, side }: SumColumns): readonly number[] {
    const ofDay = 'column' in date ? [date.column] : [];
    return [...ofDay, ...amounts, ...(side === undefined ? [] : [side])];
  }

  function currenciesOf({ from }: SumColumns): readonly number[] {
    return [from, ...to].flatMap((currency) => ('column' in currency ? [currency.column] : []));
  }

  /** Whether another table begins: the row repeats names of columns, or has words in place of all figures. */
  function isHeader(row: TableRow): boolean {
    const [sum] = sums;
    if (!sum || 'written' in sum.date || isDay(dayOf(row, sum, 0).readings)) return false;
    const [figures, currencies] = [figuresOf(sum), currenciesOf(sum)];
    const all = [...new Set([...figures, ...currencies])];
    const texts = new Map(all.map((column) => [column, normalName(textIn(row, column))]));
    const isName = (column: number) => texts.get(column) === (names[column] || undefined);
    if (figures.every(isName)) return true;
    if (delimitersBefore(row) === undefined || new Set(texts.values()).size < all.length) return false;

    const isValue = (column: number, text: string) =>
      (sum.amounts.includes(column) && isRead(amountIn(row, column).readings)) ||
      (column === sum.side && sideIn(text) !== undefined) ||
      (currencies.includes(column) && isNamedCurrency(text));
    const isWord = (column: number, text: string) =>
      /\p{L}/u.test(text) && !placeholder.test(text) && !isValue(column, text);
    return [...texts].every(([column, text]) => isName(column) || isWord(column, text));
  }

  return { read, delimitersBefore, isHeader, textIn, meanings };
}

/** What a cell has for nothing, and is the name of no column. */
const placeholder = /^(?:n\.?\/?a\.?|nan|nil|none|null|pending|tb[acd]|unknown|void)$/i;

/** Unlike the name of a column, which may look like a code. */
function isNamedCurrency(text: string): boolean {
  const { code } = unitSaid(text) ?? {};
  return code !== undefined && (currencyNames.has(code) || alternativeNames.has(code));
}

/** GnuCash: `CURRENCY::EUR`; Kraken: `EUR.HOLD`, `EUR.M`, `ZEUR`, `XXBT`. */
const aroundCode = /^CURRENCY::?(?=[A-Z]{3,4}$)|(?<=^[A-Z]{3,4})\.(?:HOLD|[A-Z])$|^[XZ](?=[A-Z]{3}$)/;

/** How the cells of all rows are read, and what the rows need. */
export type Decision = Awaited<ReturnType<typeof decide>>;

/** @throws a usage error if the rows do not show how they are to be read */
export async function decide({ header, hasHeader, counted, rows }: Table, reader: RowReader) {
  const { sums } = header;
  const orders = waysOf(dayOrders, 'the days', '--date-format');
  const seen = sums.map(({ name }) => ({
    marks: waysOf(
      decimalMarks,
      sums.length > 1 ? `the amounts of ${quoted(name)}` : 'the amounts',
      '--decimal',
    ),
    /** What marks its cells: a word, `minus`, or nothing. */
    used: new Set<string>(),
    /** Whether some row has a known side, or needs none. */
    hasSide: false,
  }));
  /** The pairs of each day, such as `USD EUR`. */
  const pairsOn = new Map<DayReadings, Set<string>>();
  let hasWrittenDays = false;

  function see(entry: Entry, at: number, line: number): void {
    const { day, amount, from, to } = entry;
    const { readings } = amount;
    const column = seen[at];
    if (!column) return;
    const pairs = pairsOn.get(day.readings) ?? new Set();
    pairsOn.set(day.readings, pairs);
    hasWrittenDays ||= day.text !== undefined && !day.readings.isNumber && isDay(day.readings);
    orders.add(day.readings, day.text ?? '', `${counted} ${line}`);
    column.marks.add(readings, amount.text, `${counted} ${line}`);
    column.hasSide ||= amount.lacks !== 'side';
    if (sums[at]?.amounts.length === 1 && isRead(readings)) {
      const isMinus = readings.mark === 'sign' && (readings.point ?? readings.comma)?.startsWith('-');
      column.used.add(isMinus ? 'minus' : (readings.mark ?? ''));
    }
    if (!hasAmount(entry) || !from.unit || isForeign(entry)) return;
    for (const { unit } of to)
      if (unit && unit.code !== from.unit.code) pairs.add(`${from.unit.code} ${unit.code}`);
  }

  /** The line of another header, with which the table ends. */
  let otherHeader: number | undefined;
  let count = 0;
  for await (const some of rows())
    for (const row of some) {
      if (row.count === 0) continue;
      count++;
      if (otherHeader !== undefined || row.text === header.text) continue;
      const entries = reader.read(row) ?? [];
      if (hasHeader && !entries.some(hasAmount) && reader.isHeader(row)) otherHeader = row.line;
      else for (const [at, entry] of entries.entries()) see(entry, at, row.line);
    }

  const unsided = sums.find(({ side }, at) => side !== undefined && !seen[at]?.hasSide);
  if (unsided && count > 0)
    throw new Failure(
      'ambiguous_column',
      `no cell of --side says debit or credit for ${quoted(unsided.name)}`,
    );
  const order = orders.pick(nearOrders([...pairsOn.keys()], orders.readable()));
  const dayIn = (readings: DayReadings) =>
    hasWrittenDays && readings.isNumber ? undefined : readings[order];
  const amounts = seen.map(({ marks, used }) => ({
    /** Undefined: each cell is clear by itself. */
    mark: marks.needBoth() ? undefined : marks.pick(marks.readable()),
    unmarked: unmarkedIn(used),
  }));
  const shown = amounts.filter((_, at) => seen[at]?.marks.samples.size);
  const isComma = shown.length > 0 && shown.every(({ mark }) => mark === 'comma');
  return {
    /** The day that a cell has in the format of its column. */
    dayIn,
    amounts,
    /** That all amounts have; `point` if they differ. */
    decimal: isComma ? ('comma' as const) : ('point' as const),
    ...needsOf(pairsOn, dayIn),
    rows: count,
    otherHeader,
  };
}

const hasAmount = ({ amount: { readings, lacks } }: Entry) => isRead(readings) && !lacks;

/** Whether the cell of the amount has the sign or code of another currency. */
export const isForeign = ({ amount: { readings }, from: { unit } }: Entry): boolean =>
  unit !== undefined && readings.units !== undefined && !isAmong(readings.units, unit);

/** Where some amounts are marked as credits, or as debits, the others are of the other side. */
function unmarkedIn(used: ReadonlySet<string>): 'as written' | 'debit' | 'unclear' {
  if (!used.has('credit')) return 'as written';
  return used.has('debit') || used.has('minus') ? 'unclear' : 'debit';
}

/** The days that need rates, ascending, whether any can have some or not, with the codes of their pairs. */
function needsOf(
  pairsOn: ReadonlyMap<DayReadings, ReadonlySet<string>>,
  dayIn: (readings: DayReadings) => Day | undefined,
) {
  const days = new Set<Day>();
  const codes = new Set<Code>();
  /** That have been replaced by the euro on some of the days, and need no rates then. */
  const replaced = new Set<Code>();
  for (const [readings, pairs] of pairsOn) {
    const day = dayIn(readings);
    for (const pair of pairs) {
      const all = pair.split(' ') as [Code, Code];
      if (!day && !all.some(fixedRateOf)) for (const code of all) codes.add(code);
      if (!day) continue;
      // at fixed rates, what is needed differs from day to day
      const published = publishedPair(...all, day);
      for (const code of published.replaced) replaced.add(code);
      if (published.from === published.to) continue;
      codes.add(published.from).add(published.to);
      days.add(day);
    }
  }
  return { days: [...days].sort(), codes, replaced };
}

/**
 * Of two readings of two-digit years the one in which the rows are near one another; both if only the years
 * first, and far apart, make days of all rows.
 */
function nearOrders(all: readonly DayReadings[], readable: readonly Order[]): readonly Order[] {
  if (readable.includes('MDY')) return readable;
  const near = (['DMY', 'YMD'] as const).filter((order) => {
    const days = all.flatMap((readings) => readings[order] ?? []).sort();
    const [first, last] = [days[0], days.at(-1)];
    return first && last && numberOf(last) - numberOf(first) <= 5 * 366;
  });
  const [one, other] = near;
  if (!one || other) return readable;
  if (readable.includes(one)) return near;
  return readable.includes('YMD') ? [...readable, one] : readable;
}

/** The ways in which the cells of a column can be read: some row has to show which one it is. */
function waysOf<Way extends string>(all: readonly Way[], what: string, option: string) {
  type Readings = Readonly<Record<Way, string | undefined>>;
  type Sample = { readonly readings: Readings; readonly place: string };
  /** The first cell of each kind: those of one kind tell the same ways apart. */
  const samples = new Map<string, Sample>();

  const firstLike = (way: Way, readings: Readings, ways: readonly Way[]) =>
    ways.find((each) => readings[each] === readings[way]);

  /** One way for each of the things that the cell can say. */
  const distinct = (readings: Readings, ways = all) =>
    ways.filter((way) => readings[way] !== undefined && firstLike(way, readings, ways) === way);

  function add(readings: Readings, text: string, where: string): void {
    // nearly always true
    if (all.every((way) => readings[way] === readings[all[0] as Way])) return;
    const kind = all.map((way) => readings[way] && firstLike(way, readings, all)).join();
    if (!samples.has(kind)) samples.set(kind, { readings, place: `${quoted(text)} in ${where}` });
  }

  /** Whether cells need different ways, and each is clear by itself. */
  function needBoth(): boolean {
    const needed = [...samples.values()].map(({ readings }) => distinct(readings));
    return needed.every(({ length }) => length === 1) && new Set(needed.flat()).size > 1;
  }

  /** The ways that all cells allow. @throws a usage error if there is none */
  function readable(): readonly Way[] {
    let left = all;
    let kinds: Sample[] = [];
    for (const cell of samples.values()) {
      const allowed = left.filter((way) => cell.readings[way] !== undefined);
      if (allowed.length < left.length) kinds = [...kinds.slice(-1), cell];
      if (allowed.length === 0) throw ofTwoKinds(kinds);
      left = allowed;
    }
    return left;
  }

  function ofTwoKinds(kinds: readonly Sample[]): Failure {
    const options = optionsOf(kinds.flatMap(({ readings }) => distinct(readings).slice(0, 1)));
    return new Failure(
      'ambiguous_column',
      `${what} are of two kinds: ${kinds.map(({ place }) => place).join(' and ')}`,
      `${options} reads one kind and leaves the other out`,
    );
  }

  /** @throws a usage error if cells say different things in these ways */
  function pick(ways: readonly Way[]): Way {
    const doubts = [...samples.values()].map((cell) => ({ ...cell, ways: distinct(cell.readings, ways) }));
    const [doubt] = doubts.sort((one, other) => other.ways.length - one.ways.length);
    if (!doubt || doubt.ways.length <= 1) return ways[0] as Way;
    const meanings = either(doubt.ways.map((way) => `${doubt.readings[way]} (${way})`));
    throw new Failure(
      'ambiguous_column',
      `${what} can be read in ${inWords(doubt.ways.length)} ways, such as ${doubt.place}: ${meanings}`,
      `${optionsOf(doubt.ways)} says which`,
    );
  }

  const optionsOf = (ways: readonly Way[]) => either(ways.map((way) => `${option} ${way}`));

  return { samples, add, needBoth, readable, pick };
}
