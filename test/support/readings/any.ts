import { type Random, randomFrom } from '../random.ts';
import { seed } from '../whole.ts';

/** Texts as people and programs write them, many of which can be read in several ways. */
export class Texts {
  readonly #random: Random = randomFrom(seed);

  one<T>(...things: readonly [T, ...T[]]): T {
    return things[Math.floor(this.#random() * things.length)] ?? things[0];
  }

  upTo(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }

  several<T>(count: number, make: () => T): T[] {
    return Array.from({ length: count }, make);
  }

  digits(length: number): string {
    return this.several(length, () => this.upTo(9)).join('');
  }

  amount(): string {
    const separator = this.one(',', '.', ' ', "'", '\u00a0', ',', '.', ' ');
    const group = () => this.digits(this.one(3, 3, 3, 3, 3, 2, 1, 4));
    const first = this.digits(this.one(1, 2, 3, 3, 4, 0));
    const others = this.several(this.one(0, 0, 1, 1, 1, 2, 3), group);
    const whole = [first, ...others].join(this.upTo(9) > 0 ? separator : this.one(',', ' '));
    const fraction = this.one('', '', this.one('.', ',') + this.digits(this.one(1, 2, 3, 4)));
    const text = whole.replace(/^\s/, '') + fraction;
    return /\d/.test(text) ? this.one('', '', '', '', '-', '+', '- ') + text : this.amount();
  }

  /** Three numbers of a day, in any order. */
  numbers(): string {
    const year = this.one('4', '03', '24', '17', '26', '2024', '2003', '2026', '2027', '31');
    const day = this.one(1 + this.upTo(11), 1 + this.upTo(30), 1 + this.upTo(11));
    const [first, second] = [day, 1 + this.upTo(11)].map((number) =>
      String(number).padStart(this.one(2, 2, 2, 1), '0'),
    );
    const dayFirst = [first, second, year];
    const parts = this.one(dayFirst, [second, first, year], [year, second, first], dayFirst);
    return parts.join(this.one('-', '/', '/', '.'));
  }

  day(): string {
    const date = `${1 + this.upTo(30)} ${this.one('Jan', 'feb', 'MAR', 'may', 'nov', 'dec')}`;
    const named = this.one('today', 'Yesterday', 'fri', 'last fri', 'last mon', 'sat');
    const whole = this.one(`${date} ${this.one(2003, 2024, 2026)}`, `2024${this.digits(4)}`);
    return this.one(this.numbers(), this.numbers(), this.numbers(), named, date, whole);
  }
}
