import { type Day, firstDay, numberOf } from '../calendar/day.ts';
import type { Order } from '../calendar/parse.ts';
import { type Code, parseCode } from '../currencies/code.ts';
import { endInWords } from '../currencies/ended.ts';
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
  type Lack,
  oneOf,
  onSide,
  sideIn,
  unreadAmount,
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
  const readUnit = readOnce((text) => unitIn(text) ?? unknownCurrency(text));
  const unknownCurrency = (cell: string): Lack => ({
    problem: 'currency',
    cell,
    why: endInWords(parseCode(cell) ?? ''),
  });
  const currencyIn = (row: TableRow, currency: RowCurrency) =>
    typeof currency === 'number' ? readUnit(textIn(row, currency)) : currency;
  const isColumn = (each: unknown) => typeof each === 'number';
  const currenciesOf = ({ from }: SumColumns) => [from, ...to].filter(isColumn);
  const figuresOf = ({ date, amounts, side }: SumColumns) => [date, ...amounts, side].filter(isColumn);
  const columns = sums.flatMap((sum) => [...figuresOf(sum), ...currenciesOf(sum)]);
  /** What cells mean that are no codes, for notes. */
  const meanings = new Set<string>();

  /** One per amount; undefined if cells may be displaced. */
  function read(row: TableRow) {
    if (delimitersBefore(row) === undefined) return undefined;
    return sums.map((sum, at) => {
      const { from, amounts, side } = sum;
      const [one, credit] = amounts.map((column) => amountIn(row, column)) as [AmountCell, AmountCell?];
      const amount = credit ? oneOf(one, credit) : side === undefined ? one : onSide(one, textIn(row, side));
      // the currency can be in the cell of the amount
      const isInside = typeof from === 'number' && amounts.includes(from);
      const [unit, other] = amount.units ?? [];
      return {
        day: dayOf(row, sum, at),
        amount,
        from: !isInside ? currencyIn(row, from) : unit && !other ? unit : unknownCurrency(amount.text),
        to: to.map((currency) => currencyIn(row, currency)),
      };
    });
  }

  /**
   * How many delimiters go before what is added: one for each cell that the row lacks at its end, and one.
   * Undefined if cells may be displaced, as they cannot be in a sheet.
   */
  function delimitersBefore({ count, text, cells, sheet }: TableRow): number | undefined {
    const lacking = sheet ? 0 : names.length - count;
    const hasColumns = lacking > 0 && columns.every((column) => column < count);
    const endsEmpty = cells.at(-1) === '' && !text.endsWith('"');
    return lacking === 0 || hasColumns || (lacking === -1 && endsEmpty) ? lacking + 1 : undefined;
  }

  function textIn({ cells }: TableRow, column: number): string {
    const text = textOf(cells[column] ?? '');
    // so written, a spreadsheet does not change it
    return text.startsWith('="') ? text.replace(/^="(.*)"$/s, '$1') : text;
  }

  /** Without a text, the day is that of all rows. */
  function dayOf(row: TableRow, { date }: SumColumns, at: number): { text?: string; readings: DayReadings } {
    if (typeof date !== 'number') return { readings: readDay(days[at] ?? '') };
    const text = textIn(row, date);
    const readings = readDay(text);
    const cell = row.sheet?.[date];
    const isSerial = cell?.kind === 'number' && !isDay(readings);
    return { text, readings: isSerial ? readDay(dayOfNumber(cell) ?? '') : readings };
  }

  function amountIn(row: TableRow, column: number): AmountCell {
    const text = textIn(row, column);
    // a dash alone is nothing
    if (/^\s*[-–—−]{1,2}\s*$/.test(text)) return unreadAmount('');
    if (row.sheet?.[column]?.kind !== 'number') return readAmount(text);
    return { text, point: text, comma: text, mark: text.startsWith('-') ? 'sign' : undefined };
  }

  function unitIn(text: string): Unit | undefined {
    // longer than any name of a currency
    if (text.length > 100) return undefined;
    const written = unitSaid(text);
    const isCode = written && isListed(written.code);
    const candidates = isCode ? [written] : [unitImplied(text.trim()), written];
    const unit = candidates.find((each) => each && isKnown(each.code));
    if (unit && isHundredth(unit)) meanings.add(hundredthInWords(unit));
    else if (unit && unit !== written) meanings.add(`${text.trim()} is ${unit.name}`);
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

  /** Whether another table begins: the row repeats names of columns, or has words in place of all figures. */
  function isHeader(row: TableRow): boolean {
    const [sum] = sums;
    if (typeof sum?.date !== 'number' || isDay(dayOf(row, sum, 0).readings)) return false;
    const [figures, currencies] = [figuresOf(sum), currenciesOf(sum)];
    const nameIn = (column: number) => normalName(textIn(row, column));
    const isName = (column: number) => nameIn(column) === (names[column] || undefined);
    if (figures.every(isName)) return true;
    const all = [...new Set([...figures, ...currencies])];
    if (delimitersBefore(row) === undefined || new Set(all.map(nameIn)).size < all.length) return false;

    const isWord = (column: number) => {
      const text = nameIn(column);
      const unit = currencies.includes(column) ? unitSaid(text) : undefined;
      const isAmount = sum.amounts.includes(column) && isRead(amountIn(row, column));
      const isValue = isAmount || (column === sum.side && sideIn(text)) || (unit && isListed(unit.code));
      // unlike a value, the name of a column may look like a code
      return !isValue && /\p{L}/u.test(text) && !placeholder.test(text);
    };
    return all.every((column) => isName(column) || isWord(column));
  }

  return { read, delimitersBefore, isHeader, textIn, meanings };
}

/** What a cell has for nothing, and is the name of no column. */
const placeholder = /^(?:n\.?\/?a\.?|nan|nil|none|null|pending|tb[acd]|unknown|void)$/i;

/** GnuCash: `CURRENCY::EUR`; Kraken: `EUR.HOLD`, `EUR.M`, `ZEUR`, `XXBT`. */
const aroundCode = /^CURRENCY::?(?=[A-Z]{3,4}$)|(?<=^[A-Z]{3,4})\.(?:HOLD|[A-Z])$|^[XZ](?=[A-Z]{3}$)/;

/** How the cells of all rows are read, and what the rows need. */
export type Decision = Awaited<ReturnType<typeof decide>>;

/** @throws a usage error if the rows do not show how they are to be read */
export async function decide({ header, hasHeader, counted, rows }: Table, reader: RowReader) {
  const { sums } = header;
  const orders = formatsOf(dayOrders, 'the days', '--date-format');
  const columns = sums.map(({ name, side }) => ({
    name,
    marks: formatsOf(decimalMarks, `the amounts${sums.length > 1 ? ` of ${quoted(name)}` : ''}`, '--decimal'),
    /** What marks its cells: a word, `minus`, or nothing. */
    used: new Set<string>(),
    /** Whether some row has to show a known side. */
    lacksSide: side !== undefined,
  }));
  /** The pairs of each day, such as `USD EUR`. */
  const pairsOn = new Map<DayReadings, Set<string>>();
  let hasWrittenDays = false;
  /** The line of another header, with which the table ends. */
  let otherHeader: number | undefined;
  let count = 0;
  for await (const some of rows())
    for (const row of some) {
      if (row.count === 0) continue;
      count++;
      if (otherHeader !== undefined || row.text === header.text) continue;
      const entries = reader.read(row) ?? [];
      if (hasHeader && !entries.some(hasAmount) && reader.isHeader(row)) {
        otherHeader = row.line;
        continue;
      }
      const place = `${counted} ${row.line}`;
      for (const [at, entry] of entries.entries()) {
        const { day, amount, from, to } = entry;
        const { readings, text } = day;
        const { [at]: column } = columns;
        if (text !== undefined && !readings.isNumber && isDay(readings)) hasWrittenDays = true;
        orders.add(readings, text ?? '', place);
        column?.marks.add(amount, amount.text, place);
        if (column && amount.lack?.problem !== 'side') column.lacksSide = false;
        const isMinus = amount.mark === 'sign' && (amount.point ?? amount.comma)?.startsWith('-');
        if (isRead(amount)) column?.used.add(isMinus ? 'minus' : (amount.mark ?? ''));

        const pairs = pairsOn.get(readings) ?? new Set();
        pairsOn.set(readings, pairs);
        for (const unit of hasAmount(entry) && !isForeign(amount, from) ? to : [])
          if ('code' in from && 'code' in unit && unit.code !== from.code)
            pairs.add(`${from.code} ${unit.code}`);
      }
    }

  const unsided = columns.find(({ lacksSide }) => lacksSide && count > 0);
  if (unsided) {
    const message = `no cell of --side says debit or credit for ${quoted(unsided.name)}`;
    throw new Failure('ambiguous_column', message);
  }
  const order = orders.pick(nearOrders([...pairsOn.keys()], orders.allowed()));
  const dayIn = (readings: DayReadings) =>
    hasWrittenDays && readings.isNumber ? undefined : readings[order];
  const amounts = columns.map(({ marks, used }, at) => ({
    isShown: marks.samples.size > 0,
    /** Undefined: each cell is clear by itself. */
    mark: marks.isMixed() ? undefined : marks.pick(marks.allowed()),
    /** Where some amounts are marked as credits, or as debits, the others are of the other side. */
    unmarked:
      sums[at]?.amounts.length !== 1 || !used.has('credit')
        ? 'as written'
        : used.has('debit') || used.has('minus')
          ? 'unclear'
          : 'debit',
  }));
  const shown = amounts.filter(({ isShown }) => isShown);
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

const hasAmount = ({ amount }: Entry) => isRead(amount) && !amount.lack;

/** Whether the cell of the amount has the sign or code of another currency. */
export const isForeign = ({ units }: AmountCell, from: Entry['from']): boolean =>
  units !== undefined && 'code' in from && !isAmong(units, from);

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
      const codesOfPair = pair.split(' ') as [Code, Code];
      if (!day && codesOfPair.some(fixedRateOf)) continue;
      // at fixed rates, what is needed differs from day to day
      const published = publishedPair(...codesOfPair, day ?? firstDay);
      for (const code of published.replaced) replaced.add(code);
      if (published.from === published.to) continue;
      codes.add(published.from).add(published.to);
      if (day) days.add(day);
    }
  }
  return { days: [...days].sort(), codes, replaced };
}

/**
 * Of two readings of two-digit years the one in which the rows are near one another; both if only the years
 * first, and far apart, make days of all rows.
 */
function nearOrders(all: readonly DayReadings[], allowed: readonly Order[]): readonly Order[] {
  if (allowed.includes('MDY')) return allowed;
  const near = (['DMY', 'YMD'] as const).filter((order) => {
    const days = all.flatMap((readings) => readings[order] ?? []).sort();
    const [first, last] = [days[0], days.at(-1)];
    return first && last && numberOf(last) - numberOf(first) <= 5 * 366;
  });
  const [one, other] = near;
  if (!one || other) return allowed;
  if (allowed.includes(one)) return near;
  return allowed.includes('YMD') ? [...allowed, one] : allowed;
}

/** What a cell says in each format. */
type Readings<Format extends string> = { readonly [format in Format]?: string | undefined };

/** One format for each of the values that the cell can have. */
function distinct<Format extends string>(readings: Readings<Format>, formats: readonly Format[]) {
  const values = formats.map((format) => readings[format]);
  return formats.filter((_, at) => values[at] && values.indexOf(values[at]) === at);
}

/** The formats in which the cells of a column can be: some row has to show which one it is. */
function formatsOf<Format extends string>(all: readonly Format[], what: string, option: string) {
  /** The first cell of each kind: those of one kind tell the same formats apart. */
  const samples = new Map<string, { readonly readings: Readings<Format>; readonly place: string }>();
  const optionsOf = (formats: readonly Format[]) => either(formats.map((format) => `${option} ${format}`));

  function add(readings: Readings<Format>, text: string, where: string): void {
    const values = all.map((format) => readings[format]);
    // nearly always true
    if (values.every((value) => value === values[0])) return;
    const kind = values.map((value) => value && values.indexOf(value)).join();
    if (!samples.has(kind)) samples.set(kind, { readings, place: `${quoted(text)} in ${where}` });
  }

  /** Whether cells need different formats, and each is clear by itself. */
  function isMixed(): boolean {
    const needed = Array.from(samples.values(), ({ readings }) => distinct(readings, all));
    return needed.every(({ length }) => length === 1) && new Set(needed.flat()).size > 1;
  }

  /** The formats that all cells allow. @throws a usage error if there is none */
  function allowed(): readonly Format[] {
    let formats = all;
    const places: string[] = [];
    const kinds: Format[] = [];
    for (const { readings, place } of samples.values()) {
      const narrower = formats.filter((format) => readings[format] !== undefined);
      if (narrower.length < formats.length) {
        places.push(place);
        kinds.push(...distinct(readings, all).slice(0, 1));
      }
      formats = narrower;
      if (formats.length > 0) continue;
      const message = `${what} are of two kinds: ${places.slice(-2).join(' and ')}`;
      const hint = `${optionsOf(kinds.slice(-2))} reads one kind and leaves the other out`;
      throw new Failure('ambiguous_column', message, hint);
    }
    return formats;
  }

  /** @throws a usage error if cells say different things in these formats */
  function pick(formats: readonly Format[]): Format {
    const doubts = Array.from(samples.values(), (cell) => ({
      ...cell,
      can: distinct(cell.readings, formats),
    }));
    const [doubt] = doubts.sort((one, other) => other.can.length - one.can.length);
    if (!doubt || doubt.can.length <= 1) return formats[0] as Format;
    const { can, place, readings } = doubt;
    const meanings = either(can.map((format) => `${readings[format]} (${format})`));
    const message = `${what} can be read in ${inWords(can.length)} ways, such as ${place}: ${meanings}`;
    throw new Failure('ambiguous_column', message, `${optionsOf(can)} says which`);
  }

  return { samples, add, isMixed, allowed, pick };
}
