import type { Day } from '../calendar/day.ts';
import type { Code } from '../rates/code.ts';
import { type DayRates, pivotOf } from '../rates/day-rates.ts';
import { ListedRates, listed } from '../rates/listed-rates.ts';
import { type Dated, dated } from './dated.ts';
import { type Finding, worstFirst } from './finding.ts';
import { jumps } from './jumps.ts';
import { type Standstill, standstill } from './standstill.ts';
import { zeros } from './zeros.ts';

interface Watched {
  readonly jump: (on: Dated, rate: number) => void;
  readonly stand: Standstill;
}

/** What is odd in the rates of many days. */
export class Check {
  readonly #findings: Finding[] = [];
  readonly #found = (finding: Finding) => void this.#findings.push(finding);
  readonly #codes = new Map<Code, Watched>();
  readonly #addAbsence = absence(this.#found);
  readonly #zeros = zeros(this.#found);

  /** @param threshold 0.25: a rate that differs by a quarter from the one before it is a jump */
  constructor(private readonly threshold: number) {}

  /** @param day later than all before, relative to the same currency; stored rates of 0 are its dropped ones */
  add(day: DayRates): void {
    this.#addAbsence(day);
    this.#zeros.add(day);
    const on = dated(day.day);
    const pivot = pivotOf(day);
    const { list, rates } = listed(day.rates);
    for (const [place, code] of list.codes.entries()) {
      const rate = rates[place] as number;
      if (code === pivot) continue;
      const { jump, stand } = this.#codes.get(code) ?? this.#begin(code);
      jump(on, rate);
      stand.add(on, rate);
    }
  }

  end(): Finding[] {
    for (const { stand } of this.#codes.values()) stand.end();
    this.#zeros.end();
    return this.#findings.sort(worstFirst);
  }

  #begin(code: Code): Watched {
    const begun = { jump: jumps(code, this.threshold, this.#found), stand: standstill(code, this.#found) };
    this.#codes.set(code, begun);
    return begun;
  }
}

interface Gone {
  readonly start: Day;
  /** How many days came before. */
  readonly before: number;
}

/** Finds codes that are missing on days between others that have them. */
function absence(found: (finding: Finding) => void) {
  const missing = new Map<Code, Gone>();
  let last: DayRates | undefined;
  let seen = 0;

  return (day: DayRates): void => {
    const back = new Map<Gone, Code[]>();
    for (const [code, gone] of missing) {
      if (!has(day, code)) continue;
      missing.delete(code);
      back.set(gone, [...(back.get(gone) ?? []), code]);
    }

    for (const [{ start, before }, codes] of back) {
      const days = seen - before;
      const end = last?.day ?? start;
      const size = codes.length * days;
      found({ kind: 'vanished', codes: codes.sort(), start, end, figures: [days], size });
    }

    const gone = { start: day.day, before: seen };
    const isSame =
      last?.rates instanceof ListedRates &&
      day.rates instanceof ListedRates &&
      last.rates.list === day.rates.list;
    if (!isSame) for (const code of last?.rates.keys() ?? []) if (!has(day, code)) missing.set(code, gone);
    last = day;
    seen++;
  };
}

/** A rate of 0 is a finding of its own. */
const has = ({ rates, dropped }: DayRates, code: Code) => rates.has(code) || dropped?.includes(code) === true;
