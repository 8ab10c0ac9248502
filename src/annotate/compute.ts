import { endedCurrencyOf, redenominationOf } from '../currencies/ended.ts';
import type { Unit } from '../currencies/units.ts';
import type { Amount } from '../rates/amount.ts';
import { type Caveat, caveatsOf } from '../rates/caveats.ts';
import { type Decimals, decimalsIn } from '../rates/conversion.ts';
import { amountAt } from '../rates/cross.ts';
import { type DecimalMark, withMark } from '../rates/decimal.ts';
import type { FoundRate, NoRate } from '../rates/found-rate.ts';
import type { Receipt, Receipts } from '../rates/receipt.ts';
import { type Header, targetNames } from './columns.ts';
import type { Decision } from './decide.ts';
import type { RowRates } from './rates.ts';
import { cellFor, type Entry, isEmpty, type RowReader, type Sum, sumIn, type Trouble } from './rows.ts';
import type { TableRow } from './table.ts';

/** What an amount comes to, as decimal texts. */
export interface Figures {
  readonly amount: Amount;
  readonly rate: string;
  readonly converted: string;
  readonly pair: PairOnDay;
}

/** What a pair has on a day, for any amount. */
interface PairOnDay {
  readonly found: FoundRate;
  /** Of results. */
  readonly decimals: number;
  readonly receipt: readonly string[];
  readonly caveats: readonly Caveat[];
}

/** Why there are none. */
export interface Lack {
  readonly trouble: Trouble;
  /** Because of which. */
  readonly cell?: string | undefined;
}

/** Undefined: the row has no such amount beside another. */
export type Outcome = Figures | Lack | undefined;

const lackOf = (trouble: Trouble, entry: Entry): Lack => ({ trouble, cell: cellFor(trouble, entry) });

export const isFigures = (outcome: Outcome): outcome is Figures => outcome !== undefined && 'rate' in outcome;

interface Computing {
  readonly header: Header;
  readonly reader: RowReader;
  readonly decision: Decision;
  readonly rates: RowRates;
  readonly digits: Decimals;
  /** Undefined: without receipts. */
  readonly receiptOf: Receipts | undefined;
}

const mostPairs = 100_000;

/** Makes the figures of rows, for each amount those of each target. */
export class Computation {
  readonly #computing: Computing;
  readonly #pairs = new Map<string, PairOnDay | NoRate>();

  constructor(computing: Computing) {
    this.#computing = computing;
  }

  /** How many outcomes each row has. */
  get perRow(): number {
    const { sums, to } = this.#computing.header;
    return sums.length * to.length;
  }

  of(row: TableRow): readonly Outcome[] {
    const { header, reader, decision } = this.#computing;
    const { to } = header;
    const all = (lack?: Lack) => new Array<Outcome>(this.perRow).fill(lack);
    if (row.text === decision.header) return all();
    if (decision.otherHeader !== undefined && row.line >= decision.otherHeader)
      return all({ trouble: 'other header' });
    const entries = reader.read(row);
    if (!entries) return all({ trouble: 'cells' });

    const found = entries.map((entry, at) => sumIn(entry, at, decision));
    const hasOne = found.some((sum) => typeof sum !== 'string');
    const outcomes: Outcome[] = [];
    for (const [at, entry] of entries.entries()) {
      const sum = found[at] ?? 'amount';
      const isMissing = typeof sum === 'string' && hasOne && isEmpty(entry);
      for (let target = 0; target < to.length; target++) {
        if (typeof sum !== 'string') outcomes.push(this.#figuresOf(entry, sum, target));
        else outcomes.push(isMissing ? undefined : lackOf(sum, entry));
      }
    }
    return outcomes;
  }

  #figuresOf(entry: Entry, { day, amount }: Sum, target: number): Outcome {
    const [from, to] = [entry.from.unit, entry.to[target]?.unit];
    if (!from || !to) return lackOf('currency', entry);
    const key = `${day}${from.name} ${to.name}`;
    const pair = this.#pairs.get(key) ?? this.#add(key, { day, from, to });
    if (typeof pair !== 'string') {
      const { rate, converted } = amountAt(pair.found, amount, pair.decimals);
      return { amount, rate, converted, pair };
    }

    const isCause = pair === 'no rate' ? endedCurrencyOf : pair === 'mixed' ? redenominationOf : undefined;
    const cause = [from.code, to.code].find((code) => isCause?.(code));
    if (cause) return { trouble: pair, cell: cause };
    // of several targets, the one that has no rate is named
    const { header } = this.#computing;
    const isNamed = header.to.length > 1 && (pair === 'no rate' || pair === 'not in file');
    return isNamed ? { trouble: pair, cell: to.name } : lackOf(pair, entry);
  }

  #add(key: string, { day, from, to }: Pair): PairOnDay | NoRate {
    const { rates, digits, receiptOf } = this.#computing;
    const codes = [from.code, to.code] as const;
    const found = rates.find(day, from, to);
    const pair: PairOnDay | NoRate =
      typeof found === 'string'
        ? found
        : {
            found,
            decimals: digits ?? decimalsIn(to),
            receipt: receiptOf ? receiptTexts(receiptOf(codes, found.origin)) : [],
            caveats: caveatsOf(codes, found, day),
          };
    if (this.#pairs.size >= mostPairs) this.#pairs.clear();
    this.#pairs.set(key, pair);
    return pair;
  }
}

interface Pair extends Pick<Sum, 'day'> {
  readonly from: Unit;
  readonly to: Unit;
}

const ofRate = ['rate', 'rate_date', 'converted'];

/** @param hasTable whether the source numbers its tables */
export const namesOfReceipt = ({ hasTable = false } = {}): readonly string[] => [
  ...['rule', 'derived', 'source', 'odd'],
  ...(hasTable ? ['table'] : []),
  ...['days', 'of'],
];

/** In the order of their names. */
function receiptTexts({ rule, derived, source, odd, table, days, of }: Receipt): readonly string[] {
  const texts = [rule, String(derived), source, odd.join(' ')];
  return [...texts, ...(table === undefined ? [] : [table ?? '']), String(days), String(of ?? '')];
}

/** Those of the added columns: as many for each amount and target, after the first amount with its name. */
export function namesAdded(header: Header, prefix: string, receipt: readonly string[]): readonly string[] {
  const all = [...ofRate, ...receipt].map((name) => prefix + name);
  const targets = targetNames(header);
  const ofTargets = targets.length === 1 ? [''] : targets.map((target) => `_${target}`);
  const ofSums = header.sums.map(({ name }, at) => (at === 0 ? '' : `_${name}`));
  const endings = ofSums.flatMap((sum) => ofTargets.map((target) => target + sum));
  return endings.flatMap((ending) => all.map((name) => name + ending));
}

/** The texts of an outcome, in the order of its columns; empty where it has no figures. */
export function cellsOf(outcome: Outcome, count: number, mark: DecimalMark): readonly string[] {
  if (!isFigures(outcome)) return new Array<string>(count).fill('');
  const { rate, converted, pair } = outcome;
  return [withMark(rate, mark), pair.found.date, withMark(converted, mark), ...pair.receipt];
}
