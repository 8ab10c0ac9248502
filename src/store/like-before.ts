import { type DayRates, pivotOf } from '../rates/day-rates.ts';
import { CodeList, ListedRates, numbersOf } from '../rates/listed-rates.ts';
import { type Places, placesIn } from './written-form.ts';

// Compares the bytes of a day's file with those of the file before: all are the same, but for some numbers.
// At any other difference it gives up, and the file is read as text, which alone says what it means.

const [zero = 0, nine = 0, point = 0, comma = 0, newline = 0] = Buffer.from('09.,\n');

/**
 * A number of so many digits is exact in a double, and its quotient by a power of ten is the nearest one.
 */
const mostDigits = 15;

const powersOfTen = Array.from({ length: mostDigits + 1 }, (_, exponent) => 10 ** exponent);

/** The file of a day with 170 currencies has 4,000 bytes. */
const room = 16_384;

/** The file before, of which the bytes are kept. */
interface Before {
  readonly day: DayRates;
  readonly rates: Float64Array;
  readonly list: CodeList;
  readonly places: Places;
  /** The place of the rate that is always 1; -1 if there is none. */
  readonly pivot: number;
  readonly length: number;
}

export class LikeBefore {
  readonly #bytes = Buffer.allocUnsafeSlow(room);
  #before: Before | undefined;
  /** Days share it as long as they have the same codes. */
  #list = new CodeList([]);
  /** Behind the last number that was read. */
  #end = 0;

  /** @param day what the text says, which has the form in which days are written */
  learn(file: Buffer, text: string, day: DayRates): void {
    const codes = [...day.rates.keys()];
    // where a byte is no character, or a code comes twice, the places are others
    const places = file.length === text.length && file.length <= room ? placesIn(text, codes) : undefined;
    if (!places) return;

    if (this.#list.codes.join() !== codes.join()) this.#list = new CodeList(codes);
    const { length } = file;
    const rates = numbersOf(day.rates);
    this.#before = { day, rates, list: this.#list, places, pivot: codes.indexOf(pivotOf(day)), length };
    file.copy(this.#bytes);
  }

  /** The day before with other rates and another time; undefined, and all is forgotten, if there is more. */
  read(file: Buffer): (DayRates & { readonly rates: ListedRates }) | undefined {
    const before = this.#before;
    this.#before = undefined;
    if (!before || file.length > room) return undefined;

    const timestamp = this.#timeIn(file, before);
    const rates = Number.isNaN(timestamp) ? undefined : this.#ratesIn(file, before);
    if (!rates) return undefined;

    file.copy(this.#bytes);
    this.#before = { ...before, rates, length: file.length };
    return { ...before.day, timestamp, rates: new ListedRates(before.list, rates) };
  }

  /** NaN if what stands before the rates is not the same but for the digits of the time. */
  #timeIn(file: Buffer, { day, places }: Before): number | undefined {
    const { time, lines } = places;
    const end = lines[0] ?? 0;
    if (!time) return this.#isSame(file, 0, 0, end) ? day.timestamp : Number.NaN;

    const number = this.#numberAt(file, time.from);
    const isSame =
      this.#end === time.to &&
      this.#isSame(file, 0, 0, time.from) &&
      this.#isSame(file, time.to, time.to, end);
    return isSame ? number : Number.NaN;
  }

  /** In the order of their codes. Leaves the places as those of this file. */
  #ratesIn(file: Buffer, { rates, places, pivot, length }: Before): Float64Array | undefined {
    const { lines, numbers } = places;
    const bytes = this.#bytes;
    const count = rates.length;
    let read: Float64Array | undefined;
    let at = lines[0] ?? 0;
    let from = at;

    for (let place = 0; place < count; place++) {
      const moved = at - from;
      const next = lines[place + 1] ?? 0;
      const number = numbers[place] ?? 0;
      while (from < next && file[at] === bytes[from]) {
        at++;
        from++;
      }

      if (from < next) {
        if (from < number || place === pivot) return undefined;
        read ??= rates.slice();
        read[place] = this.#numberAt(file, number + moved);
        at = this.#end;
        if (place < count - 1 && file[at++] !== comma) return undefined;
        if (file[at++] !== newline || Number.isNaN(read[place])) return undefined;
      }

      numbers[place] = number + moved;
      lines[place + 1] = at;
      from = next;
    }
    return this.#isSame(file, at, from, length) && file.length - at === length - from
      ? (read ?? rates)
      : undefined;
  }

  /** As it is written in a day's file, and not 0; else NaN. */
  #numberAt(file: Buffer, start: number): number {
    // not the whole number 0: what is compiled for whole numbers would be thrown away at the first large one
    let digits = -0;
    let dot = -1;
    let at = start;
    for (; ; at++) {
      const byte = file[at] ?? 0;
      if (byte >= zero && byte <= nine) digits = digits * 10 + byte - zero;
      else if (byte === point && dot < 0) dot = at;
      else break;
    }

    this.#end = at;
    const wholes = (dot < 0 ? at : dot) - start;
    const decimals = dot < 0 ? 0 : at - dot - 1;
    const isWritten = (wholes === 1 || (wholes > 1 && file[start] !== zero)) && dot !== at - 1;
    if (!isWritten || digits === 0 || wholes + decimals > mostDigits) return Number.NaN;
    return digits / (powersOfTen[decimals] ?? Number.NaN);
  }

  /** Whether the file has from a place on what that before had from another place to an end. */
  #isSame(file: Buffer, start: number, from: number, to: number): boolean {
    let at = start;
    for (let its = from; its < to; its++) if (file[at++] !== this.#bytes[its]) return false;
    return true;
  }
}
