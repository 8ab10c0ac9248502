import fc from 'fast-check';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { usd } from '../../src/currencies/code.ts';
import type { AllDays, DayBatches, Document, FormatFindings, Piece } from '../../src/output/format.ts';
import { type FormatName, writeDays } from '../../src/output/formats.ts';
import { type Picture, pictureOf } from '../../src/output/picture.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';
import { day, ratesOf } from '../support/rates.ts';

export function documentOf(more: Partial<Document> = {}): Document {
  const kind = { of: 'series', start: day('2024-01-01'), end: day('2024-12-31') } as const;
  return { kind, base: usd, inverted: false, wide: false, width: 120, ...more };
}

export const oneDay = { kind: { of: 'days', several: false } } as const;
export const severalDays = { kind: { of: 'days', several: true } } as const;

export async function piecesOf(format: FormatName, batches: DayBatches, document: Document, findings = noFindings()) {
  const pieces: Piece[] = [];
  for await (const piece of writeDays(format, batches, document, findings)) pieces.push(piece);
  return pieces;
}

export const noFindings = (): FormatFindings => ({ notes: [], problems: [] });

/** The whole text of a document that is laid out after its last day. */
export function linesOf(
  format: (all: AllDays, document: Document, findings: FormatFindings) => readonly string[],
  document: Document,
  days: readonly DayRates[],
  missing: readonly Day[] = [],
): string {
  const lines = format({ days, missing, closed: 0 }, document, noFindings());
  return lines.map((line) => `${line}\n`).join('');
}

/** The same of a picture. */
export async function drawnLines(
  draw: (picture: Picture, document: Document) => readonly string[] | Promise<readonly string[]>,
  document: Document,
  days: readonly DayRates[],
  missing: readonly Day[] = [],
): Promise<string> {
  const picture = await pictureOf({ days, missing, closed: 0 }, document, noFindings());
  const lines = picture ? await draw(picture, document) : [];
  return linesOf(() => lines, document, days, missing);
}

export async function textOf(format: FormatName, document: Document, days: readonly DayRates[]): Promise<string> {
  return (await piecesOf(format, [{ days }], document)).join('');
}

const aRate = fc.oneof(
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).filter((rate) => !Object.is(rate, -0)),
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.constantFrom(1e-7, 1e21, 0.000012842431, 89500),
);

const someRates = fc.dictionary(fc.stringMatching(/^[A-Z]{3}$|^[A-Z_]{2,12}$/), aRate, { maxKeys: 8 });

/** Consecutive days from some day on, ragged, with any rate that a service may publish. */
export const anyDays: fc.Arbitrary<DayRates[]> = fc
  .array(someRates, { maxLength: 40 })
  .map((all) => all.map((rates, index) => ratesOf(addDays(day('2024-01-20'), index), rates)));

/** Rates of ordinary size under ordinary codes, so that a table of them can be narrow. */
export const ordinaryDays: fc.Arbitrary<DayRates[]> = fc
  .array(
    fc.dictionary(
      fc.constantFrom('EUR', 'GBP', 'JPY', 'BTC', 'XAU', 'BAM', 'ZZZ'),
      fc.integer({ min: 0, max: 9_999_999 }).map((number) => number / 10_000),
    ),
    { maxLength: 40 },
  )
  .map((all) => all.map((rates, index) => ratesOf(addDays(day('2024-01-20'), index), rates)));
