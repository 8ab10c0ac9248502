import { addDays, type Day, numberOf } from '../calendar/day.ts';
import { mostRates, type Odd, OddRates, reach } from '../checks/odd.ts';
import type { Holdings } from '../fetch/holdings.ts';
import type { Code } from '../rates/code.ts';
import type { DayRates } from '../rates/day-rates.ts';
import { plain } from '../rates/decimal.ts';
import type { Reporter } from '../report/reporter.ts';
import { type DayBatch, type DayOutcome, isGap } from '../sources/answer.ts';
import { count } from '../words.ts';

/**
 * Watches days on their way for odd rates. Held days around them say which are odd; nothing is asked for
 * that.
 */
export class OddWatch {
  readonly #asked = new Set<Day>();
  readonly #found: Odd[] = [];
  readonly #restsOn = new Set<string>();
  readonly #rates: OddRates;
  #last: { readonly day: Day; readonly number: number } | undefined;

  /** @param codes that figures rest on; undefined: all @param leavesOut takes odd rates out of the days */
  constructor(
    private readonly holdings: Holdings | undefined,
    private readonly codes: ReadonlySet<Code> | undefined,
    private readonly leavesOut = false,
  ) {
    this.#rates = new OddRates(codes, (odd) => {
      if (!this.#asked.has(odd.day)) return;
      this.#found.push(odd);
      if (odd.after !== undefined && !leavesOut) this.#restsOn.add(`${odd.day} ${odd.code}`);
    });
  }

  /** Whether a figure that has this rate rests on an odd one, as far as the days have passed. */
  isOdd(day: Day, code: Code): boolean {
    return this.#restsOn.has(`${day} ${code}`);
  }

  /** The same days in their order; where odd rates are left out, each once ten days after it are known. */
  async *over(batches: AsyncIterable<DayBatch> | Iterable<DayBatch>): AsyncGenerator<DayBatch> {
    const waiting: DayOutcome[] = [];
    for await (const batch of batches) {
      const ready: DayOutcome[] = [];
      for (const outcome of batch) {
        this.#watch(outcome);
        if (!this.leavesOut) continue;

        waiting.push(outcome);
        while (waiting[0] && addDays(waiting[0].day, reach) <= outcome.day)
          ready.push(this.#without(waiting.shift() ?? outcome));
      }
      yield this.leavesOut ? ready : batch;
    }

    this.#lookAfterLast();
    this.#rates.end();
    yield waiting.map((outcome) => this.#without(outcome));
  }

  /** Whether a rate was taken out of the days that have passed. */
  get hasLeftOut(): boolean {
    return this.leavesOut && this.#found.some(({ after }) => after !== undefined);
  }

  #watch(outcome: DayOutcome): void {
    this.#lookBefore(outcome);
    this.#asked.add(outcome.day);
    if (!isGap(outcome)) this.#rates.add(outcome);
  }

  tell(reporter: Pick<Reporter, 'problem'>): void {
    const found = this.#found.toSorted((a, b) => (a.day + a.code < b.day + b.code ? -1 : 1));
    for (const odd of found.slice(0, mostNamed)) reporter.problem(this.#inWords(odd));
    const more = found.length - mostNamed;
    if (more > 0) reporter.problem(`${count(more, 'more odd rate')}`);
  }

  #inWords({ code, day, rate, before, after }: Odd): string {
    const was = plain(before);
    if (after === undefined) return `${code} on ${day} is a jump: ${plain(rate)}, ${was} before`;
    const what = this.leavesOut ? 'left out' : '--without-odd leaves it out';
    return `${code} on ${day} is odd: ${plain(rate)}, ${was} before and ${plain(after)} after; ${what}`;
  }

  /** Adds the held days between the last day and this one, as far as they matter. */
  #lookBefore(outcome: DayOutcome): void {
    const last = this.#last;
    const number = numberOf(outcome.day);
    const isNear = last && number - last.number <= 2 * reach;
    if (isNear) {
      for (let at = last.number + 1; at < number; at++) this.#addHeld(addDays(last.day, at - last.number));
    } else {
      this.#lookAfterLast();
      for (const held of this.#nearestBefore(outcome)) this.#rates.add(held);
    }

    this.#last = { day: outcome.day, number };
  }

  /** Adds held days after the last one: rates that are out of line with earlier ones need later ones. */
  #lookAfterLast(): void {
    if (!this.#last) return;
    const end = addDays(this.#last.day, reach);
    for (let { day } = this.#last; day < end && this.#rates.waits; ) {
      day = addDays(day, 1);
      this.#addHeld(day);
    }
  }

  /** As many held days as give each rate of the day all that it is compared with. */
  #nearestBefore(outcome: DayOutcome): readonly DayRates[] {
    const nearest: DayRates[] = [];
    let lacking: Map<Code, number> | undefined;
    for (let back = 1; back <= reach && (isGap(outcome) || lacking?.size !== 0); back++) {
      const held = this.#held(addDays(outcome.day, -back));
      if (!held) continue;

      nearest.unshift(held);
      lacking ??= new Map(
        isGap(outcome) ? [] : Array.from(outcome.rates.keys(), (code) => [code, mostRates]),
      );
      for (const code of held.rates.keys()) {
        const still = (lacking.get(code) ?? 1) - 1;
        if (still > 0) lacking.set(code, still);
        else lacking.delete(code);
      }
    }
    return nearest;
  }

  #held(day: Day): DayRates | undefined {
    return this.holdings?.store.read(day, this.codes);
  }

  #addHeld(day: Day): void {
    const held = this.#held(day);
    if (held) this.#rates.add(held);
  }

  #without(outcome: DayOutcome): DayOutcome {
    const odd = this.#found.filter(({ day, after }) => day === outcome.day && after !== undefined);
    if (isGap(outcome) || odd.length === 0) return outcome;
    const rates = new Map(outcome.rates);
    for (const { code } of odd) rates.delete(code);
    return { ...outcome, rates } satisfies DayRates;
  }
}

/** The days without their odd rates, if these are left out. */
export function countingOnly(
  { withoutOdd }: { readonly withoutOdd?: boolean | undefined },
  holdings?: Holdings,
) {
  if (!withoutOdd) return undefined;
  return (days: Iterable<DayBatch>, codes: ReadonlySet<Code>) =>
    new OddWatch(holdings, codes, true).over(days);
}

const mostNamed = 5;
