import type { Trouble } from '../../annotate/annotate.ts';
import { firstDay } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Reporter } from '../../report/reporter.ts';
import { count } from '../../words.ts';

const reasons: Readonly<Record<Trouble, string>> = {
  cells: 'more or fewer cells than the header',
  day: 'no readable day',
  amount: 'no readable amount',
  currency: 'unknown currency',
  early: `day before ${firstDay}`,
  future: 'day still to come',
  gap: 'no rates on that day',
  'no rate': 'currency without a rate on that day',
};

const mostNamed = 5;

/** Rows that were left without rates, by the lines on which they begin. */
export class LeftRows {
  readonly #found = new Map<Trouble, { rows: number; readonly lines: number[] }>();

  add(trouble: Trouble, line: number): void {
    const found = this.#found.get(trouble) ?? { rows: 0, lines: [] };
    if (++found.rows <= mostNamed) found.lines.push(line);
    this.#found.set(trouble, found);
  }

  tell(reporter: Pick<Reporter, 'problem'>): ExitCode {
    for (const [trouble, { rows, lines }] of this.#found) {
      const more = rows > lines.length ? ` and ${rows - lines.length} more` : '';
      const where = `${rows === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}`;
      reporter.problem(`${count(rows, 'row')} without a rate (${reasons[trouble]}): ${where}`);
    }
    return this.#found.size > 0 ? exit.partial : exit.ok;
  }
}
