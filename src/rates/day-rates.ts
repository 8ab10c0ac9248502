import { type Day, dayAt, dayLength, isFinished } from '../calendar/day.ts';
import { type Code, isCode } from '../currencies/code.ts';
import { isReplaced, replacedCodes } from '../currencies/replaced.ts';
import type { JsonObject } from '../json.ts';
import { quotientOf } from './decimal.ts';

/**
 * The currency that all rates are relative to: `base`, units of others for one of it; `quote`, the inverse.
 */
export type Pivot = { readonly base: Code } | { readonly quote: Code };

interface RatesOfDay {
  readonly day: Day;
  readonly rates: ReadonlyMap<Code, number>;
  /** Codes with an unusable rate, as the source wrote them. */
  readonly dropped?: readonly string[] | undefined;
  /** Time of publication in seconds since 1970; unknown for days from a time series. */
  readonly timestamp?: number | undefined;
  /** Number of the bank's table in which they were published: `041/A/NBP/2026`. */
  readonly table?: string | undefined;
  readonly disclaimer?: string | undefined;
  readonly license?: string | undefined;
  /** The rates never change, though the day may be today. */
  readonly isFinal?: true;
}

export interface BaseRates extends RatesOfDay {
  readonly base: Code;
}

interface QuoteRates extends RatesOfDay {
  readonly quote: Code;
}

/** As a source publishes them, relative to its pivot either way round; or as they are shown. */
export type DayRates = BaseRates | QuoteRates;

/** Anything else (0, a negative number, one that is not finite) is not a rate, whatever the source. */
export const isRate = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && Number.isFinite(value);

/** Keeps usable rates, sorted by code, and lists the names of everything else. */
export function parseRates(json: JsonObject): Pick<DayRates, 'rates' | 'dropped'> {
  const rates = new Map<Code, number>();
  const dropped: string[] = [];
  for (const code of Object.keys(json).sort()) {
    const rate = json[code];
    if (isCode(code) && isRate(rate)) rates.set(code, rate);
    else dropped.push(code);
  }
  return { rates, dropped: dropped.length > 0 ? dropped : undefined };
}

/** Whether any rate is left of a day that had unusable ones; the 1 of the pivot in itself is none. */
export const hasUsable = (day: DayRates) =>
  !day.dropped || [...day.rates.keys()].some((code) => code !== pivotCode(day));

export function pivotFor({ base, inverted }: { readonly base: Code; readonly inverted: boolean }): Pivot {
  return inverted ? { quote: base } : { base };
}

export function pivotIn(day: DayRates): Pivot {
  return 'base' in day ? { base: day.base } : { quote: day.quote };
}

export function pivotCode(pivot: Pivot): Code {
  return 'base' in pivot ? pivot.base : pivot.quote;
}

export function isSamePivot(one: Pivot, other: Pivot): boolean {
  return 'base' in one === 'base' in other && pivotCode(one) === pivotCode(other);
}

export function pairOf(pivot: Pivot, code: Code): readonly [base: Code, quote: Code] {
  return 'base' in pivot ? [pivot.base, code] : [code, pivot.quote];
}

/** Undefined if the base has no rate. */
export const derive = (day: DayRates, base: Code) => relativeTo(day, { base }) as BaseRates | undefined;

/** Undefined if the pivot has no rate. A published rate keeps its digits. */
export function relativeTo(day: DayRates, pivot: Pivot): DayRates | undefined {
  if (isSamePivot(pivot, day)) return day;
  const to = pivotCode(pivot);
  const ofPivot = rateIn(day, to);
  if (!ofPivot) return undefined;

  const published = pivotCode(day);
  const isDividend = 'base' in pivot === 'base' in day;
  const rates = new Map<Code, number>();
  for (const [code, rate] of to === published ? day.rates : withPivot(day)) {
    let relative = ofPivot;
    if (code === to) relative = 1;
    else if (isDividend) relative = quotientOf(rate, ofPivot);
    else if (code !== published) relative = quotientOf(ofPivot, rate);
    // of two that are far apart, no number may hold the quotient
    if (isRate(relative)) rates.set(code, relative);
  }
  return withRates(day, pivot, rates);
}

/** The same day with other rates, relative to this pivot. */
export function withRates(day: DayRates, pivot: Pivot, rates: DayRates['rates']): DayRates {
  const { base: _, quote: __, ...more } = day as BaseRates & QuoteRates;
  return { ...more, ...pivot, rates };
}

/** Sorted by code. Not every source publishes the 1 of its own pivot. */
function withPivot(day: DayRates) {
  const { rates } = day;
  const pivot = pivotCode(day);
  if (rates.has(pivot)) return rates;
  return new Map([...rates, [pivot, 1] as const].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** As it was published, relative to the pivot; undefined if the day has none. */
export const rateIn = (day: DayRates, code: Code): number | undefined =>
  code === pivotCode(day) ? 1 : day.rates.get(code);

export function pick<T extends DayRates>(day: T, symbols: Iterable<Code>): T {
  const rates = new Map<Code, number>();
  for (const code of symbols) {
    const rate = rateIn(day, code);
    if (rate !== undefined) rates.set(code, rate);
  }
  return { ...day, rates };
}

/** The currencies that the day lists though the euro has replaced them. */
export function stillListed({ day, rates }: DayRates): readonly Code[] {
  const codes: Code[] = [];
  for (const code of replacedCodes) if (rates.has(code) && isReplaced(code, day)) codes.push(code);
  return codes;
}

/** The day without the rates of these currencies. */
export function without(day: DayRates, codes: readonly Code[]): DayRates {
  if (codes.length === 0) return day;
  const isLeft = (code: string) => !codes.some((other) => other === code);
  const rates = new Map<Code, number>();
  day.rates.forEach((rate, code) => {
    if (isLeft(code)) rates.set(code, rate);
  });
  return { ...day, rates, dropped: day.dropped?.filter(isLeft) };
}

type Timed = Pick<DayRates, 'timestamp'>;

/** Whether the rates of the day may still change. @param now in milliseconds since 1970 */
export const isProvisional = ({ day, isFinal }: Pick<DayRates, 'day' | 'isFinal'>, now: number): boolean =>
  !isFinal && !isFinished(day, now);

/** `2026-11-21T22:00:17Z`; undefined if it is not known, or if no rates can have been published then. */
export function publicationOf({ timestamp = -1 }: Timed, now: number): string | undefined {
  const time = timestamp * 1000;
  if (time < 0 || time > now + dayLength) return undefined;
  return new Date(time).toISOString().replace(/\.\d+/, '');
}

/** `2026-11-21 22:00 UTC`; undefined where `publicationOf` is. */
export function publishedAt(rates: Timed, now: number): string | undefined {
  const time = publicationOf(rates, now);
  return time && `${time.slice(0, 16).replace('T', ' ')} UTC`;
}

export function notOver(day: Day, now: number): string {
  const state = day === dayAt(now) ? 'is not over' : 'has only just ended';
  return `${day} ${state}: its rates may still change`;
}

/** `2026-11-21 22:00 UTC; 2026-11-21 is not over: its rates may still change` */
export function provisionalLine(rates: DayRates, now: number): string {
  const published = publishedAt(rates, now);
  const line = notOver(rates.day, now);
  return published ? `${published}; ${line}` : line;
}
