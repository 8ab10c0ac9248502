import { countDays, type Day, dayAt, dayLength, numberOf } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { endedCurrencyOf } from '../currencies/ended.ts';
import { hasEnded } from '../currencies/names.ts';
import { fixedRateOf } from '../currencies/replaced.ts';
import { type DayRates, pivotCode } from './day-rates.ts';
import { type Outlier, Outliers } from './outliers.ts';

const findingKinds = [
  'zero',
  'inverse',
  'spike',
  'redenomination',
  'jump',
  'odd',
  'stale',
  'vanished',
  'differs',
] as const;

export interface CheckFinding {
  readonly kind: (typeof findingKinds)[number];
  readonly codes: readonly Code[];
  readonly start: Day;
  /** Undefined: it lasts. */
  readonly end: Day | undefined;
  /**
   * The rates before and on the first day, of `odd` the median before; of `stale` the rate and its weekdays;
   * of `zero` 0 and its days; of `vanished` the days; of `differs` both rates of the day on which they are
   * furthest apart.
   */
  readonly figures: readonly number[];
  readonly size: number;
}

function worstFirst(a: CheckFinding, b: CheckFinding) {
  const byKind = findingKinds.indexOf(a.kind) - findingKinds.indexOf(b.kind);
  const place = ({ start, codes }: CheckFinding) => `${start} ${codes}`;
  return byKind || b.size - a.size || (place(a) < place(b) ? -1 : 1);
}

/** A rate of a code, and the days from 1970 to its day. */
interface Point {
  readonly at: number;
  readonly rate: number;
}

const dayOf = (at = 0) => dayAt(at * dayLength);

/**
 * The rate of a code on each day up to its last: 0 if it was dropped, NaN where there is none. Numbers save
 * memory.
 */
type RatesOfCode = readonly number[];

/**
 * Finds odd rates in many days, the worst first.
 * @param days ascending, relative to the same currency; stored rates of 0 are their dropped ones
 * @param threshold 0.25: a rate that differs by a quarter from the one before it is a jump
 */
export async function checkDays(
  days: AsyncIterable<DayRates> | Iterable<DayRates>,
  threshold: number,
): Promise<readonly CheckFinding[]> {
  const all = new Map<Code, number[]>();
  /** From 1970 to each day. */
  const numbers: number[] = [];
  const outliers = new Outliers();
  const odd: Outlier[] = [];
  for await (const { day, rates, dropped = [] } of days) {
    rates.forEach((rate, code) => void addRate(all, code, numbers.length, rate));
    for (const code of dropped) addRate(all, code as Code, numbers.length, 0);
    numbers.push(numberOf(day));
    odd.push(...outliers.add(day, rates));
  }
  odd.push(...outliers.end());

  const findings = vanishedIn(all, numbers);
  for (const [code, rates] of all) {
    const usable: Point[] = [];
    rates.forEach((rate, place) => {
      if (rate > 0) usable.push({ at: numbers[place] ?? 0, rate });
    });
    findings.push(...jumpsIn(code, usable, threshold), ...standstillsIn(code, usable));
    for (const [first, last] of runsIn(rates, (rate) => rate === 0)) {
      const size = last - first + 1;
      const [start, end] = [dayOf(numbers[first]), dayOf(numbers[last])];
      findings.push({ kind: 'zero', codes: [code], start, end, figures: [0, size], size });
    }
  }
  // a rate that another finding names is named once
  const isNamed = (code: Code, day: Day) =>
    findings.some(({ codes, start, end = day }) => codes.includes(code) && start <= day && day <= end);
  const others = odd.filter(({ code, day }) => !isNamed(code, day));
  const oddFindings = others.map(({ day, code, rate, before, after }): CheckFinding => {
    const size = Math.abs(Math.log(rate) - Math.log(before));
    const kind = after === undefined ? 'jump' : 'odd';
    return { kind, codes: [code], start: day, end: day, figures: [before, rate], size };
  });
  return [...findings, ...oddFindings].sort(worstFirst);
}

function addRate(all: Map<Code, number[]>, code: Code, place: number, rate: number) {
  const rates = all.get(code) ?? [];
  if (rates.length === 0) all.set(code, rates);
  while (rates.length < place) rates.push(Number.NaN);
  rates.push(rate);
}

/** The first and the last place of each run of places in a row. */
function runsIn(rates: RatesOfCode, isIn: (rate: number) => boolean) {
  const runs: [first: number, last: number][] = [];
  for (let place = 0; place < rates.length; place++) {
    if (!isIn(rates[place] ?? Number.NaN)) continue;
    const run = runs.at(-1);
    if (run && run[1] === place - 1) run[1] = place;
    else runs.push([place, place]);
  }
  return runs;
}

/** A code that the newest day lacks is named if it was on as many days before, and for as long. */
const month = 30;

/**
 * Finds codes that days lack between others that have them, and at the end; those of the same days are one.
 */
function vanishedIn(all: ReadonlyMap<Code, RatesOfCode>, numbers: readonly number[]): CheckFinding[] {
  const newest = dayOf(numbers.at(-1));
  const together = new Map<string, { first: number; next: number | undefined; codes: Code[] }>();
  for (const [code, rates] of all) {
    const runs = runsIn(rates, (rate) => rate >= 0);
    for (const [at, [from, to]] of runs.entries()) {
      const first = to + 1;
      if (first === numbers.length) break;
      const next = runs[at + 1]?.[0];
      const isRecent = first - from >= month && countDays(dayOf(numbers[first]), newest) <= month;
      if (next === undefined && (!isRecent || isOver(code, newest))) continue;
      const key = `${first} ${next}`;
      if (!together.get(key)?.codes.push(code)) together.set(key, { first, next, codes: [code] });
    }
  }
  return Array.from(together.values(), ({ first, next, codes }) => {
    const days = (next ?? numbers.length) - first;
    return {
      kind: 'vanished',
      codes: codes.sort(),
      start: dayOf(numbers[first]),
      end: next === undefined ? next : dayOf(numbers[next - 1]),
      figures: [days],
      size: codes.length * days,
    };
  });
}

function isOver(code: Code, day: Day) {
  const over = fixedRateOf(code)?.since ?? endedCurrencyOf(code)?.last;
  return over ? over <= day : hasEnded(code);
}

/** Days after which a jump is permanent, and a gap ends all comparison. */
const week = 7;

/** How near to a power of ten, or to the inverse after a jump, a factor must be. */
const near = Math.log(1.12);

/** An inverse is also one that is this exact, where the jump to it is a small one. */
const exact = Math.log(1.02);
const leastFlip = Math.log(1.1);

/** Compares the rates of a code, day by day, with the last one that was credible. */
function jumpsIn(code: Code, points: readonly Point[], threshold: number): readonly CheckFinding[] {
  const findings: CheckFinding[] = [];
  const limit = Math.log1p(threshold);
  let [credible] = points;
  /** Index of the first that is out of line, and may still return; less than a week ago. */
  let doubtful: number | undefined;
  for (let index = 1; credible && index < points.length; index++) {
    const [before, point] = [points[index - 1] as Point, points[index] as Point];
    const first = points[doubtful ?? index] as Point;
    const isNear = point.at - before.at <= week;
    if (!isNear || isInLine(point.rate, credible.rate, limit)) {
      if (isNear && first !== point) findings.push(jumpFinding(code, credible, first, before));
      credible = point;
      doubtful = undefined;
    } else if (point.at - first.at < week) doubtful ??= index;
    else {
      // it stays: those after it are compared with it
      findings.push(jumpFinding(code, credible, first));
      credible = first;
      index = doubtful ?? index;
      doubtful = undefined;
    }
  }
  return findings;
}

function isInLine(rate: number, before: number, limit: number) {
  const factor = Math.abs(Math.log(rate / before));
  const isFlip = factor > leastFlip && Math.abs(Math.log(rate) + Math.log(before)) < exact;
  return factor <= limit && !isFlip;
}

/** @param last the last one out of line, if the rates came back */
function jumpFinding(code: Code, before: Point, first: Point, last?: Point): CheckFinding {
  const [log, logBefore] = [Math.log(first.rate), Math.log(before.rate)];
  const factor = log - logBefore;
  const power = Math.round(factor / Math.LN10);
  const isPower = power !== 0 && Math.abs(factor - power * Math.LN10) <= near;
  const lasting = isPower ? 'redenomination' : 'jump';
  return {
    kind: Math.abs(log + logBefore) <= near ? 'inverse' : last ? 'spike' : lasting,
    codes: [code],
    start: dayOf(first.at),
    end: dayOf((last ?? first).at),
    figures: [before.rate, first.rate],
    size: Math.abs(factor),
  };
}

/** Weekdays without a change that are reported. */
export const leastStale = 15;

/** A code usually moves if it did on nine of ten weekdays, of the last year and of no fewer than these. */
const usually = 0.9;
const leastCompared = 60;
const year = 250;

/** Finds weekdays on which a code that usually moves does not change. */
function standstillsIn(code: Code, points: readonly Point[]): readonly CheckFinding[] {
  const findings: CheckFinding[] = [];
  let first: Point | undefined;
  let last: Point | undefined;
  let weekdays = 0;
  let isUnusual = false;
  /** Weekdays before it whose change is known. */
  let compared = 0;
  /** Share of weekdays with a change; older ones fade. */
  let moving = 0;
  // 1970 began on a Thursday
  const ofWeekdays = points.filter(({ at }) => at % 7 !== 2 && at % 7 !== 3);
  for (const point of [...ofWeekdays, undefined]) {
    const isNear = point && last && point.at - last.at <= week;
    const hasMoved = point?.rate !== first?.rate;
    compared = isNear ? compared + 1 : 0;
    moving = isNear ? moving + (Number(hasMoved) - moving) / Math.min(compared, year) : 0;
    if (isNear && !hasMoved) {
      last = point;
      weekdays++;
      continue;
    }
    if (first && last && isUnusual && weekdays >= leastStale) {
      const [start, end] = [dayOf(first.at), dayOf(last.at)];
      findings.push({
        kind: 'stale',
        codes: [code],
        start,
        end,
        figures: [first.rate, weekdays],
        size: weekdays,
      });
    }
    first = point;
    last = point;
    weekdays = 1;
    isUnusual = compared >= leastCompared && moving >= usually;
  }
  return findings;
}

type DayPair = readonly [ours: DayRates, theirs: DayRates | undefined];

/**
 * How the rates of one source differ from another's.
 * @param days ascending, each with the rates of the other source relative to the same currency, if it has
 * them
 * @param threshold 0.05: a rate is a twentieth above the other source's, or below
 */
export async function compareDays(days: AsyncIterable<DayPair> | Iterable<DayPair>, threshold: number) {
  const findings: CheckFinding[] = [];
  /** Findings of codes that differed on the last day that both have. */
  const open = new Map<Code, CheckFinding>();
  const apart: number[] = [];
  for await (const [ours, other] of days)
    for (const [code, theirs] of other?.rates ?? []) {
      const rate = ours.rates.get(code);
      if (rate === undefined || code === pivotCode(ours)) continue;
      const size = Math.abs(rate / theirs - 1);
      apart.push(size);
      const before = open.get(code);
      if (size >= threshold) {
        const worst = before && before.size >= size ? before : { figures: [rate, theirs], size };
        const { start = ours.day } = before ?? {};
        open.set(code, { ...worst, kind: 'differs', codes: [code], start, end: ours.day });
      } else if (before) {
        open.delete(code);
        findings.push(before);
      }
    }
  return {
    findings: [...findings, ...open.values()].sort(worstFirst),
    pairs: apart.length,
    /** How far the pairs are apart; undefined if there are none. */
    median: Float64Array.from(apart).sort()[(apart.length - 1) >> 1],
  };
}
