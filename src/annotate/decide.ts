import { type Day, numberOf } from '../calendar/day.ts';
import type { Order } from '../calendar/parse.ts';
import type { Code } from '../currencies/code.ts';
import { fixedRateOf, publishedPair } from '../currencies/replaced.ts';
import { Failure } from '../errors.ts';
import { type DecimalMark, decimalMarks } from '../rates/decimal.ts';
import { either, inWords, quoted } from '../words.ts';
import { type AmountReadings, isRead } from './amounts.ts';
import { type DayReadings, dayOrders } from './days.ts';
import { type AmountFormat, type Entry, type Formats, isForeign, type RowReader } from './rows.ts';
import type { Table, TableRow } from './table.ts';

/** How the rows of a file are to be read, and what they need. */
export interface Decision extends Formats {
  /** That all amounts have; `point` if they differ. */
  readonly decimal: DecimalMark;
  /** With a rate, ascending. */
  readonly days: readonly Day[];
  readonly codes: ReadonlySet<Code>;
  /** That have been replaced by the euro on some of the days, and need no rates then. */
  readonly replaced: ReadonlySet<Code>;
  /** How many there are, without the header. */
  readonly rows: number;
  /** As text, which files that were joined repeat. */
  readonly header: string | undefined;
  /** The line of another header, with which the table ends. */
  readonly otherHeader: number | undefined;
}

/** @throws a usage error if the rows do not show how they are to be read */
export async function decide(
  table: Table,
  reader: RowReader,
  isServed: (day: Day) => boolean,
): Promise<Decision> {
  const survey = new Survey(table, reader, isServed);
  for await (const rows of table.rows()) for (const row of rows) survey.see(row);
  return survey.decide();
}

class Survey {
  /** By what they say in each order. */
  readonly #days = new Map<string, DayReadings>();
  readonly #orders = new Candidates<Order, Day>(dayOrders, 'the days', '--date-format');
  readonly #marks: readonly Candidates<DecimalMark, string>[];
  readonly #used: readonly Set<string>[];
  /** The amounts of which some row has a known side, or none. */
  readonly #sided = new Set<number>();
  #hasWrittenDays = false;
  /** Of most rows, which have the day and the pair of an earlier one. */
  readonly #known = new WeakMap<DayReadings, Set<string>>();
  /** The pairs of each day. */
  readonly #pairs = new Map<string, Pair>();
  /** As text; undefined until it has been seen. */
  #header: string | undefined;
  #rows = 0;
  #otherHeader: number | undefined;

  constructor(
    private readonly table: Table,
    private readonly reader: RowReader,
    private readonly isServed: (day: Day) => boolean,
  ) {
    const { sums } = table.header;
    this.#marks = sums.map(({ name }) => {
      const what = sums.length > 1 ? `the amounts of ${quoted(name)}` : 'the amounts';
      return new Candidates(decimalMarks, what, '--decimal');
    });
    this.#used = sums.map(() => new Set<string>());
    if (!table.hasHeader) this.#header = '';
  }

  see(row: TableRow): void {
    if (row.count === 0) return;
    if (this.#header === undefined) {
      this.#header = row.text;
      return;
    }
    this.#rows++;
    if (this.#otherHeader !== undefined || row.text === this.#header) return;

    const entries = this.reader.read(row) ?? [];
    if (this.table.hasHeader && !entries.some(hasAmount) && this.reader.isHeader(row)) {
      this.#otherHeader = row.line;
      return;
    }
    const place = ` in ${this.table.counted} ${row.line}`;
    for (const [at, entry] of entries.entries()) this.#seeEntry(entry, at, place);
  }

  #seeEntry(entry: Entry, at: number, place: string): void {
    const { day, amount, from, to } = entry;
    const { readings } = amount;
    const known = this.#known.get(day.readings) ?? this.#addDay(day.readings);
    const isWritten = day.text !== undefined && !day.readings.isNumber;
    this.#hasWrittenDays ||= isWritten && dayOrders.some((order) => day.readings[order]);
    this.#orders.see(day.readings, day.text ?? '', place);
    this.#marks[at]?.see(readings, amount.text, place);
    if (amount.lacks !== 'side') this.#sided.add(at);
    const isOne = this.table.header.sums[at]?.amounts.length === 1;
    if (isOne && isRead(readings)) this.#used[at]?.add(markOf(readings));
    if (!hasAmount(entry) || !from.unit || isForeign(entry)) return;
    const { code } = from.unit;
    for (const { unit } of to) {
      if (!unit || unit.code === code || known.has(code + unit.code)) continue;
      known.add(code + unit.code);
      const key = `${keyOf(day.readings)} ${code} ${unit.code}`;
      this.#pairs.set(key, { readings: day.readings, from: code, to: unit.code });
    }
  }

  #addDay(readings: DayReadings): Set<string> {
    const pairs = new Set<string>();
    this.#days.set(keyOf(readings), readings);
    this.#known.set(readings, pairs);
    return pairs;
  }

  /** @throws a usage error if the rows do not show how they are to be read */
  decide(): Decision {
    const unsided = this.table.header.sums.find(({ side }, at) => side !== undefined && !this.#sided.has(at));
    if (unsided && this.#rows > 0)
      throw new Failure(
        'ambiguous_column',
        `no cell of --side says debit or credit for ${quoted(unsided.name)}`,
      );
    const order = this.#orders.pick(this.#near(this.#orders.readable()));
    const amounts = this.#marks.map((marks, at): AmountFormat => {
      const mark = marks.isOfBoth() ? undefined : marks.pick(marks.readable());
      return { mark, unmarked: unmarkedIn(this.#used[at] ?? new Set()) };
    });
    const shown = this.#marks.flatMap((marks, at) => (marks.isEmpty ? [] : [amounts[at]?.mark ?? 'point']));
    const hasNumbers = !this.#hasWrittenDays;
    return {
      order,
      hasNumbers,
      amounts,
      decimal: shown.every((mark) => mark === 'comma') ? (shown[0] ?? 'point') : 'point',
      ...this.#needs(order, hasNumbers),
      rows: this.#rows,
      header: this.#header || undefined,
      otherHeader: this.#otherHeader,
    };
  }

  #needs(order: Order, hasNumbers: boolean): Pick<Decision, 'days' | 'codes' | 'replaced'> {
    const days = new Set<Day>();
    const codes = new Set<Code>();
    const replaced = new Set<Code>();
    for (const { readings, from, to } of this.#pairs.values()) {
      const day = hasNumbers || !readings.isNumber ? readings[order] : undefined;
      if (!day) {
        if (!fixedRateOf(from) && !fixedRateOf(to)) codes.add(from).add(to);
        continue;
      }
      // at fixed rates, what is needed differs from day to day
      const pair = publishedPair(from, to, day);
      for (const code of pair.replaced) replaced.add(code);
      if (pair.from === pair.to) continue;
      codes.add(pair.from).add(pair.to);
      if (this.isServed(day)) days.add(day);
    }
    return { days: [...days].sort(), codes, replaced };
  }

  /**
   * Of two readings of two-digit years the one in which the rows are near one another; both if only the years
   * first, and far apart, make days of all rows.
   */
  #near(readable: readonly Order[]): readonly Order[] {
    if (readable.includes('MDY')) return readable;
    const near: readonly Order[] = dayOrders
      .filter((order) => order !== 'MDY')
      .filter((order) => {
        const days = [...this.#days.values()].flatMap((readings) => readings[order] ?? []).sort();
        const [first, last] = [days[0], days.at(-1)];
        return first && last && numberOf(last) - numberOf(first) <= 5 * 366;
      });
    if (near.length !== 1) return readable;
    if (readable.some((order) => near.includes(order))) return near;
    return readable.includes('YMD') ? [...readable, ...near] : readable;
  }
}

const keyOf = (readings: DayReadings) => dayOrders.map((order) => readings[order]).join();

interface Pair {
  readonly readings: DayReadings;
  readonly from: Code;
  readonly to: Code;
}

const hasAmount = ({ amount: { readings, lacks } }: Entry) => isRead(readings) && !lacks;

const markOf = ({ mark, point, comma }: AmountReadings) =>
  mark === 'sign' && (point ?? comma)?.startsWith('-') ? 'minus' : (mark ?? '');

/** Where some amounts are marked as credits, or as debits, the others are of the other side. */
function unmarkedIn(used: ReadonlySet<string>): AmountFormat['unmarked'] {
  if (!used.has('credit')) return 'as written';
  return used.has('debit') || used.has('minus') ? 'unclear' : 'debit';
}

interface Cell<Way extends string, Said extends string> {
  /** What the cell says in each way; undefined if it cannot be read so. */
  readonly readings: Readonly<Record<Way, Said | undefined>>;
  /** `"01/02/2024" in line 3` */
  readonly place: string;
}

/** As a loop, which is several times as fast for nearly all cells of a file. */
function isSame<Way extends string>(ways: readonly Way[], readings: Readonly<Record<Way, unknown>>): boolean {
  for (const way of ways) if (readings[way] !== readings[ways[0] ?? way]) return false;
  return true;
}

/** The ways in which all cells of a column can be read: some row has to show which one it is. */
class Candidates<Way extends string, Said extends string> {
  /** The first cell of each kind: those of one kind tell the same ways apart. */
  readonly #cells = new Map<number, Cell<Way, Said>>();

  constructor(
    private readonly ways: readonly Way[],
    private readonly what: string,
    private readonly option: string,
  ) {}

  get isEmpty(): boolean {
    return this.#cells.size === 0;
  }

  see(readings: Cell<Way, Said>['readings'], text: string, place: string): void {
    if (isSame(this.ways, readings)) return;
    let kind = 0;
    for (const way of this.ways) {
      const same = this.ways.findIndex((each) => readings[each] === readings[way]);
      kind = kind * 10 + (readings[way] === undefined ? 9 : same);
    }
    if (!this.#cells.has(kind)) this.#cells.set(kind, { readings, place: quoted(text) + place });
  }

  /** Whether cells need different ways, and each is clear by itself. */
  isOfBoth(): boolean {
    const cells = [...this.#cells.values()];
    const isOne = (cell: Cell<Way, Said>) => this.#waysOf(cell).length === 1;
    return cells.every(isOne) && new Set(cells.flatMap((cell) => this.#waysOf(cell))).size > 1;
  }

  /** The ways that all cells allow. @throws a usage error if there is none */
  readable(): readonly Way[] {
    const cells = [...this.#cells.values()];
    const readable = this.ways.filter((way) => cells.every(({ readings }) => readings[way] !== undefined));
    if (readable.length === 0) throw this.#ofTwoKinds(cells);
    return readable;
  }

  /** @throws a usage error if cells say different things in these ways */
  pick(ways: readonly Way[]): Way {
    const [way] = ways;
    const doubts = [...this.#cells.values()].map((cell) => ({ cell, ways: this.#waysOf(cell, ways) }));
    const [doubt] = doubts.sort((one, other) => other.ways.length - one.ways.length);
    if (doubt && doubt.ways.length > 1) throw this.#inDoubt(doubt.cell, doubt.ways);
    return way ?? (this.ways[0] as Way);
  }

  /** One for each of the things that the cell can say. */
  #waysOf({ readings }: Cell<Way, Said>, among = this.ways): readonly Way[] {
    const readable = among.filter((way) => readings[way] !== undefined);
    return readable.filter(
      (way, at) => readable.findIndex((each) => readings[each] === readings[way]) === at,
    );
  }

  #ofTwoKinds(cells: readonly Cell<Way, Said>[]): Failure {
    const areApart = (one: Cell<Way, Said>, other: Cell<Way, Said>) =>
      !this.ways.some((way) => one.readings[way] !== undefined && other.readings[way] !== undefined);
    const pairs = cells.flatMap((one) => cells.map((other) => [one, other] as const));
    const kinds = pairs.find(([one, other]) => areApart(one, other)) ?? cells;
    const places = kinds.map(({ place }) => place).join(' and ');
    const options = this.#options(kinds.flatMap((cell) => this.#waysOf(cell).slice(0, 1)));
    const hint = `${options} reads one kind and leaves the other out`;
    return new Failure('ambiguous_column', `${this.what} are of two kinds: ${places}`, hint);
  }

  #inDoubt(cell: Cell<Way, Said>, ways: readonly Way[]): Failure {
    const { readings, place } = cell;
    const all = either(ways.map((way) => `${readings[way]} (${way})`));
    return new Failure(
      'ambiguous_column',
      `${this.what} can be read in ${inWords(ways.length)} ways, such as ${place}: ${all}`,
      `${this.#options(ways)} says which`,
    );
  }

  #options(ways: readonly Way[]): string {
    return either(ways.map((way) => `${this.option} ${way}`));
  }
}
