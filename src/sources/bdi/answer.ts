import type { Day } from '../../calendar/day.ts';
import { type Code, euro, isCode } from '../../currencies/code.ts';
import { foreignKind } from '../../input/csv/foreign.ts';
import { type Row, Scanner } from '../../input/csv/scanner.ts';
import { byteText } from '../../input/csv/text.ts';
import { type DayRates, isRate } from '../../rates/day-rates.ts';
import { NoAnswer } from '../http/no-answer.ts';

/**
 * The rates of a day; undefined where the bank answers that it has none.
 * @throws NoAnswer if it is no answer about that day, or not all of one
 */
export function ratesInAnswer(body: Buffer, day: Day): DayRates | undefined {
  const text = byteText(body).replace(/^\xef\xbb\xbf/, '');
  const [head, ...rows] = rowsIn(text);
  const columns = columnsIn(head, text);
  const end = rows.findIndex(({ cells }) => cells[0]?.trim() === '# DISCLAIMER');
  if (end < 0) throw unusable('it is cut off, it has no disclaimer at its end');
  if (end === 0) return undefined;

  const figures = new Figures();
  for (const row of rows.slice(0, end)) figures.add(lineOf(row, columns, day));
  // a table of `N.A.` alone is one without rates
  return figures.areNone ? undefined : figures.of(day);
}

const unusable = (reason: string) => new NoAnswer(`unusable answer: ${reason}`, { lost: true });

function rowsIn(text: string): Row[] {
  const scanner = new Scanner(',');
  const rows = [...scanner.scan(text), ...scanner.end()];
  if (scanner.openQuote !== undefined) throw unusable('it is cut off, it has a quote that never closes');
  return rows.filter(({ count }) => count > 0);
}

interface Columns {
  /** Cells of each line. */
  readonly count: number;
  readonly code: number;
  readonly rate: number;
  readonly convention: number;
  readonly day: number;
}

function columnsIn(head: Row | undefined, text: string): Columns {
  const names = head?.cells.map((cell) => cell.trim()) ?? [];
  const placeOf = (name: string) => {
    const place = names.indexOf(name);
    if (place >= 0 && place === names.lastIndexOf(name)) return place;
    throw unusable(`it is ${foreignKind(text)?.what ?? 'no table of the bank'}`);
  };

  return {
    count: names.length,
    code: placeOf('ISO Code'),
    rate: placeOf('Rate'),
    convention: placeOf('Rate convention'),
    day: placeOf('Reference date (CET)'),
  };
}

interface Line {
  readonly code: string;
  readonly rate: string;
}

const unitsForOneEuro = 'Foreign currency amount for 1 Euro.';

function lineOf({ cells, count, line }: Row, columns: Columns, day: Day): Line {
  if (count !== columns.count)
    throw unusable(`line ${line} has ${count} cells, its head has ${columns.count}`);
  const cell = (place: number) => cells[place]?.trim() ?? '';
  if (cell(columns.convention) !== unitsForOneEuro)
    throw unusable(`line ${line} has another rate convention`);
  if (cell(columns.day) !== day) throw unusable(`line ${line} is of another day than ${day}`);

  const code = cell(columns.code);
  if (code === '') throw unusable(`line ${line} has no code`);
  return { code, rate: cell(columns.rate) };
}

/** Of currencies, some of which stand on a line for each country that has them. */
class Figures {
  readonly #rates = new Map<Code, number>();
  readonly #dropped = new Set<string>();

  add({ code, rate }: Line): void {
    if (rate === 'N.A.' || code === euro) return;
    const number = /^\d+(?:\.\d+)?$/.test(rate) ? Number(rate) : Number.NaN;
    if (!isCode(code)) this.#dropped.add(code);
    else if (!isRate(number)) this.#dropped.add(code);
    else if ((this.#rates.get(code) ?? number) !== number) this.#dropped.add(code);
    else this.#rates.set(code, number);
  }

  get areNone(): boolean {
    return this.#rates.size + this.#dropped.size === 0;
  }

  of(day: Day): DayRates {
    const rates = [...this.#rates].filter(([code]) => !this.#dropped.has(code));
    return {
      day,
      base: euro,
      rates: new Map(rates.sort(([a], [b]) => (a < b ? -1 : 1))),
      dropped: this.#dropped.size > 0 ? [...this.#dropped].sort() : undefined,
      isFinal: true,
    };
  }
}
