import { join } from 'node:path';
import { type Day, parseDay } from '../calendar/day.ts';
import { type Code, isCode } from '../currencies/code.ts';
import { changedAt, isPast } from '../disk/changed.ts';
import { failureIn } from '../errors.ts';
import { isObject, parseJson } from '../json.ts';
import { allSpans, type ReadRates, type Spans } from './held-spans.ts';
import type { StorePlaces } from './places.ts';
import { Remembered } from './remembered.ts';

interface Known {
  /** Of the days. */
  readonly stamp: string;
  readonly spans: Spans;
}

/** From when to when the days of a store have each code, remembered until one comes, goes or is replaced. */
export class SpanMemory {
  readonly #folder: string;
  readonly #file: Remembered<Known>;

  constructor({ days, spans }: Pick<StorePlaces, 'days' | 'spans'>) {
    this.#folder = days;
    this.#file = new Remembered(join(spans, 'all'), parseKnown);
  }

  /** @param days all of the store, ascending */
  recall(days: readonly Day[]): Spans | undefined {
    const known = this.#file.read();
    return known?.stamp === this.#stampOf(days, changedAt(this.#folder)) ? known?.spans : undefined;
  }

  /** Reads each day once. @param days all of the store, ascending */
  async find(days: readonly Day[], read: ReadRates): Promise<Spans> {
    const changed = changedAt(this.#folder);
    let isWhole = isPast(changed);
    const spans = await allSpans(days, (day) => {
      const rates = read(day);
      // a damaged file is to be told of again
      isWhole &&= rates !== undefined;
      return rates;
    });

    if (isWhole) await this.#remember({ stamp: this.#stampOf(days, changed), spans });
    return spans;
  }

  /** What cannot be remembered is found again. */
  async #remember({ stamp, spans }: Known): Promise<void> {
    const text = JSON.stringify({ stamp, spans: Object.fromEntries(spans) });
    await this.#file.remember(text, 'later').catch(failureIn);
  }

  /** Files of days are only ever replaced whole, which changes their folder. */
  #stampOf(days: readonly Day[], changed: number | undefined): string {
    return [changed, days.length, days.at(-1), this.#folder].join(' ');
  }
}

function parseKnown(text: string): Known | undefined {
  const json = parseJson(text);
  if (!isObject(json) || typeof json.stamp !== 'string' || !isObject(json.spans)) return undefined;

  const spans = Object.entries(json.spans).flatMap(([code, span]) => {
    const { first, last } = isObject(span) ? span : {};
    const ends = [first, last].flatMap((day) => (typeof day === 'string' && parseDay(day)) || []);
    const [from, to] = ends;
    return isCode(code) && from && to ? [[code, { first: from, last: to }] as const] : [];
  });
  return { stamp: json.stamp, spans: new Map<Code, { first: Day; last: Day }>(spans) };
}
