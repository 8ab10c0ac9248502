import type { Settings } from '../config/settings.ts';
import type { Code } from '../rates/code.ts';
import { type DayRates, derive, invert, pick, type ShownRates } from '../rates/day-rates.ts';
import type { RatesOptions } from './options.ts';
import type { SettingOptions } from './setup.ts';

export interface View {
  readonly base: Code;
  readonly inverted: boolean;
  /** In this order; undefined: all, sorted by code. */
  readonly symbols: readonly Code[] | undefined;
}

export function viewOf({ base, symbols }: Settings, { invert }: Pick<RatesOptions, 'invert'>): View {
  return {
    base: base.value,
    inverted: invert === true,
    symbols: symbols.value === '*' ? undefined : symbols.value,
  };
}

/** Undefined if the day has no rate for the base. */
export function show(day: DayRates, { base, inverted, symbols }: View): ShownRates | undefined {
  const shown = inverted ? invert(day, base) : derive(day, base);
  return shown && symbols ? pick(shown, symbols) : shown;
}

/** Whether any shown rate is computed, where they are published in this base. */
export function isDerived({ base, inverted, symbols }: View, published: Code): boolean {
  if (!inverted) return base !== published;
  return !symbols?.every((code) => code === published || code === base);
}

export function settingOptions(given: RatesOptions): SettingOptions {
  return { base: given.base, symbols: given.symbols, concurrency: given.concurrency };
}
