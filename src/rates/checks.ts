import { countDays, type Day, isWeekend, numberOf } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { endedCurrencyOf } from '../currencies/ended.ts';
import { hasEnded } from '../currencies/names.ts';
import { fixedRateOf } from '../currencies/replaced.ts';
import { type DayRates, pivotOf } from './day-rates.ts';
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

function worstFirst(a: CheckFinding, b: CheckFinding): number {
  const byKind = findingKinds.indexOf(a.kind) - findingKinds.indexOf(b.kind);
  const place = ({ start, codes }: CheckFinding) => `${start} ${codes}`;
  return byKind || b.size - a.size || (place(a) < place(b) ? -1 : 1);
}

/** What the checks need of a day, worked out once for all its rates. */
interface CheckedDay {
  readonly day: Day;
  /** Days from 1970 to it. */
  readonly number: number;
  readonly isWeekend: boolean;
}

/** A rate of a code. */
interface Point {
  readonly on: CheckedDay;
  readonly rate: number;
}

/** The rates of a code as they are read: numbers, since objects would take ten times the memory. */
interface CodeRates {
  /** Of the checked days. */
  readonly places: number[];
  /** Of a dropped one 0. */
  readonly rates: number[];
}

/**
 * What is odd in the rates of many days, the worst first.
 * @param days ascending, relative to the same currency; stored rates of 0 are their dropped ones
 * @param threshold 0.25: a rate that differs by a quarter from the one before it is a jump
 */
export async function checkDays(
  days: AsyncIterable<DayRates> | Iterable<DayRates>,
  threshold: number,
): Promise<readonly CheckFinding[]> {
  const all = new Map<Code, CodeRates>();
  const checked: CheckedDay[] = [];
  const outliers = new Outliers();
  const odd: Outlier[] = [];
  for await (const { day, rates, dropped = [] } of days) {
    const place = checked.length;
    checked.push({ day, number: numberOf(day), isWeekend: isWeekend(day) });
    for (const [code, rate] of rates) addRate(all, code, place, rate);
    for (const code of dropped) addRate(all, code as Code, place, 0);
    odd.push(...outliers.add(day, rates));
  }
  odd.push(...outliers.end());

  const findings = vanishedIn(all, checked);
  for (const [code, { places, rates }] of all) {
    const points = places.map((place, at) => ({
      on: checked[place] as CheckedDay,
      rate: rates[at] as number,
    }));
    const usable = points.filter(({ rate }) => rate > 0);
    findings.push(...jumpsIn(code, usable, threshold), ...standstillsIn(code, usable));
    for (const [first, last] of runsIn(places.filter((_, at) => rates[at] === 0))) {
      const size = last - first + 1;
      const [start, end] = [checked[first]?.day as Day, checked[last]?.day];
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

function addRate(all: Map<Code, CodeRates>, code: Code, place: number, rate: number): void {
  const known = all.get(code) ?? { places: [], rates: [] };
  if (known.places.length === 0) all.set(code, known);
  known.places.push(place);
  known.rates.push(rate);
}

/** The first and the last place of each run of places in a row. */
type PlaceRun = readonly [first: number, last: number];

function runsIn(places: readonly number[]): readonly PlaceRun[] {
  const firsts = places.filter((place, at) => places[at - 1] !== place - 1);
  const lasts = places.filter((place, at) => places[at + 1] !== place + 1);
  return firsts.map((first, at) => [first, lasts[at] ?? first]);
}

/** A code that the newest day lacks is named if it was on as many days before, and for as long. */
const month = 30;

/** Finds codes that days lack between others that have them, and at the end; those of the same days are one. */
function vanishedIn(all: ReadonlyMap<Code, CodeRates>, checked: readonly CheckedDay[]): CheckFinding[] {
  const dayAt = (place: number) => checked[place]?.day as Day;
  const newest = checked.length - 1;
  const together = new Map<string, { first: number; last: number; isOpen: boolean; codes: Code[] }>();
  for (const [code, { places }] of all) {
    const runs = runsIn(places);
    for (const [at, [from, to]] of runs.entries()) {
      if (to === newest) break;
      const isOpen = at === runs.length - 1;
      const [next] = runs[at + 1] ?? [newest + 1];
      const first = to + 1;
      const [start, end] = [dayAt(first), dayAt(newest)];
      const isNamed = first - from >= month && countDays(start, end) <= month && !isOver(code, end);
      if (isOpen && !isNamed) continue;
      const key = `${first} ${isOpen ? 'on' : next}`;
      const missing = together.get(key) ?? { first, last: next - 1, isOpen, codes: [] };
      missing.codes.push(code);
      together.set(key, missing);
    }
  }
  return Array.from(together.values(), ({ first, last, isOpen, codes }) => {
    const days = last - first + 1;
    return {
      kind: 'vanished',
      codes: codes.sort(),
      start: dayAt(first),
      end: isOpen ? undefined : dayAt(last),
      figures: [days],
      size: codes.length * days,
    };
  });
}

function isOver(code: Code, day: Day): boolean {
  const over = fixedRateOf(code)?.since ?? endedCurrencyOf(code)?.last;
  return over ? over <= day : hasEnded(code);
}

/** Days after which a jump has come to stay, and a gap ends all comparison. */
const week = 7;

/** How near to a power of ten, or to the inverse after a jump, a factor must be. */
const near = Math.log(1.12);

/** An inverse is also one that is this exact, where the jump to it is a small one. */
const exact = Math.log(1.02);
const leastFlip = Math.log(1.1);

/** Compares the rates of a code, day by day, with the last one that was credible. */
function jumpsIn(code: Code, points: readonly Point[], threshold: number): readonly CheckFinding[] {
  const findings: CheckFinding[] = [];
  const most = Math.log1p(threshold);
  let [credible] = points;
  /** Place of the first that is out of line, and not yet known to come back; less than a week ago. */
  let doubtful: number | undefined;
  for (let at = 1; at < points.length; at++) {
    const [point, before] = [points[at] as Point, points[at - 1] as Point];
    const first = doubtful === undefined ? point : (points[doubtful] as Point);
    if (!credible || point.on.number - before.on.number > week) {
      credible = point;
      doubtful = undefined;
    } else if (isInLine(point.rate, credible.rate, most)) {
      if (first !== point) findings.push(jumpFinding(code, credible, first, before));
      credible = point;
      doubtful = undefined;
    } else {
      doubtful ??= at;
      if (point.on.number - first.on.number < week) continue;
      // it stays: those after it are compared with it
      findings.push(jumpFinding(code, credible, first));
      credible = first;
      at = doubtful;
      doubtful = undefined;
    }
  }
  return findings;
}

function isInLine(rate: number, before: number, most: number): boolean {
  const [log, logBefore] = [Math.log(rate), Math.log(before)];
  const factor = Math.abs(log - logBefore);
  const isFlip = factor > leastFlip && Math.abs(log + logBefore) < exact;
  return factor <= most && !isFlip;
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
    start: first.on.day,
    end: (last ?? first).on.day,
    figures: [before.rate, first.rate],
    size: Math.abs(factor),
  };
}

/** Weekdays without a change that are reported. */
export const leastStale = 15;

/** A code usually moves if it did on nine of ten weekdays, of the last year and of no fewer than these. */
const usually = 0.9;
const leastKnown = 60;
const year = 250;

/** Finds weekdays on which a code that usually moves stands still. */
function standstillsIn(code: Code, points: readonly Point[]): readonly CheckFinding[] {
  const findings: CheckFinding[] = [];
  let first: Point | undefined;
  let last: Point | undefined;
  let weekdays = 0;
  let isUnusual = false;
  let known = 0;
  /** Share of weekdays with a change; older ones fade. */
  let moving = 0;

  const report = () => {
    if (!first || !last || !isUnusual || weekdays < leastStale) return;
    const figures = [first.rate, weekdays];
    findings.push({
      kind: 'stale',
      codes: [code],
      start: first.on.day,
      end: last.on.day,
      figures,
      size: weekdays,
    });
  };
  for (const point of points) {
    if (point.on.isWeekend) continue;
    const isNear = last !== undefined && point.on.number - last.on.number <= week;
    const hasMoved = point.rate !== first?.rate;
    known = isNear ? known + 1 : 0;
    moving = isNear ? moving + (Number(hasMoved) - moving) / Math.min(known, year) : 0;
    last = isNear && !hasMoved ? point : last;
    if (isNear && !hasMoved) weekdays++;
    else {
      report();
      first = point;
      last = point;
      weekdays = 1;
      isUnusual = known >= leastKnown && moving >= usually;
    }
  }
  report();
  return findings;
}

type DayPair = readonly [ours: DayRates, theirs: DayRates | undefined];

/** How the rates of one source differ from another's. */
export interface ComparedDays {
  readonly findings: readonly CheckFinding[];
  readonly pairs: number;
  /** How far the pairs are apart; undefined if there are none. */
  readonly median: number | undefined;
}

/**
 * @param days ascending, each with the rates of the other source relative to the same currency, if it has them
 * @param threshold 0.05: a rate is a twentieth above the other source's, or below
 */
export async function compareDays(
  days: AsyncIterable<DayPair> | Iterable<DayPair>,
  threshold: number,
): Promise<ComparedDays> {
  const findings: CheckFinding[] = [];
  /** Findings of codes that differed on the last day that both have. */
  const open = new Map<Code, CheckFinding>();
  const apart: number[] = [];
  for await (const [ours, other] of days)
    for (const [code, theirs] of other?.rates ?? []) {
      const rate = ours.rates.get(code);
      if (rate === undefined || code === pivotOf(ours)) continue;
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
    median: Float64Array.from(apart).sort()[(apart.length - 1) >> 1],
  };
}
