import type { Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { endedCurrencyOf, redenominationOf } from '../currencies/ended.ts';
import type { Unit } from '../currencies/units.ts';
import type { Amount } from '../rates/amount.ts';
import { type Caveat, caveatsOf } from '../rates/caveats.ts';
import type { FoundRate } from '../rates/found-rate.ts';
import { dayOrders } from './days.ts';
import type { Entry } from './entry.ts';
import { PairCache } from './pair-cache.ts';
import type { RowRates } from './row-rates.ts';
import type { RowReader } from './row-reader.ts';
import type { Survey } from './survey.ts';
import type { TableRow } from './table.ts';
import type { Trouble } from './trouble.ts';

/** How rows are read, and what their rates are. */
export interface RowReading {
  readonly reader: RowReader;
  readonly survey: Pick<Survey, 'order' | 'point' | 'hasNumbers' | 'otherHeader'>;
  readonly rates: RowRates;
}

/** Why there is nothing. */
export class Lack {
  constructor(
    readonly trouble: Trouble,
    /** On account of which. */
    readonly cell?: string | undefined,
  ) {}
}

/** What is made of a pair and a day for any amount. */
export type Make<Made> = (found: FoundRate, from: Unit, to: Unit) => (amount: Amount) => Made;

export type OnCaveat = (caveat: Caveat, line: number) => void;

/** With what has to be known of its rate. */
interface Making<Made> {
  readonly make: (amount: Amount) => Made;
  readonly caveats: readonly Caveat[];
}

/** Of one target; undefined where the row has no such amount beside another. */
type MadeOf<Made> = Made | Lack | undefined;

/** An entry as the survey reads it. */
interface Sum {
  readonly day: Day;
  readonly amount: Amount;
  readonly from: Unit | undefined;
  readonly to: readonly (Unit | undefined)[];
}

/** Works out what the amounts of rows come to. */
export class RowWork<Made> {
  readonly #reading: RowReading;
  readonly #onCaveat: OnCaveat;
  readonly #made: PairCache<Making<Made> | Trouble>;

  constructor(reading: RowReading, make: Make<Made>, onCaveat: OnCaveat = () => {}) {
    this.#reading = reading;
    this.#onCaveat = onCaveat;
    this.#made = new PairCache((day, from, to) => {
      const found = reading.rates.find(day, from, to);
      if (typeof found === 'string') return found;
      return { make: make(found, from, to), caveats: caveatsOf([from.code, to.code], found, day) };
    });
  }

  /** For each amount of the row each of its targets; a lack is that of the whole row. */
  of(row: TableRow): readonly MadeOf<Made>[] | Lack {
    const { reader, survey } = this.#reading;
    if (survey.otherHeader !== undefined && row.line >= survey.otherHeader) return new Lack('other header');
    const entries = reader.read(row);
    if (!entries) return new Lack('cells');

    const [only] = entries;
    // nearly always true
    if (only && entries.length === 1) return this.#ofEntry(only, 0, row);
    const isDone = (entry: Entry) => typeof this.#sumIn(entry) !== 'string';
    const isOneDone = entries.some(isDone);
    return entries.flatMap((entry, at): readonly MadeOf<Made>[] => {
      const isMissing = isOneDone && isEmpty(entry) && !isDone(entry);
      return isMissing ? entry.to.map(() => undefined) : this.#ofEntry(entry, at, row);
    });
  }

  /** @param at number of the amount */
  #ofEntry(entry: Entry, at: number, row: TableRow): readonly (Made | Lack)[] {
    const lack = (trouble: Trouble) =>
      new Lack(trouble, this.#reading.reader.sums[at]?.causeOf(trouble, row));
    const sum = this.#sumIn(entry);
    if (typeof sum === 'string') return entry.to.map(() => lack(sum));

    const { day, amount, from, to } = sum;
    return to.map((target) => {
      const made = from && target ? this.#made.get(day, from, target) : 'currency';
      if (typeof made !== 'string') {
        for (const caveat of made.caveats) this.#onCaveat(caveat, row.line);
        return made.make(amount);
      }
      const cause = causeAmong([from?.code, target?.code], made);
      // of several targets, the one that has no rate is named
      const isOfTarget = (made === 'no rate' || made === 'not in file') && to[1];
      const named = cause ?? (isOfTarget ? target?.name : undefined);
      return named === undefined ? lack(made) : new Lack(made, named);
    });
  }

  #sumIn({ day: written, amount: { readings, lacks }, from, to, isForeign }: Entry): Sum | Trouble {
    const { order, point, hasNumbers } = this.#reading.survey;
    const day = written.readings.isNumber && !hasNumbers ? undefined : written.readings[order];
    const amount = readings[point];
    if (!day) return 'day';
    if (!amount) return lacks ?? 'amount';
    if (isForeign) return 'other currency';
    return { day, amount, from, to };
  }
}

/** The one of the currencies whose end, or change of unit, is why there is no rate. */
function causeAmong(codes: readonly (Code | undefined)[], trouble: Trouble): Code | undefined {
  const isCause = { 'no rate': endedCurrencyOf, mixed: redenominationOf }[trouble as 'no rate' | 'mixed'];
  return isCause && codes.find((code) => code && isCause(code));
}

/** Whether the row has no such amount, or no day of it. */
function isEmpty({ amount, day }: Entry): boolean {
  const hasNoAmount = amount.text.trim() === '' && amount.lacks !== 'both';
  const hasNoDay = day.text.trim() === '' && !dayOrders.some((order) => day.readings[order]);
  return hasNoAmount || hasNoDay;
}
