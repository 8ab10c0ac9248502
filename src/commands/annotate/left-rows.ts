import type { Trouble } from '../../annotate/annotate.ts';
import { firstDay } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Reporter } from '../../report/reporter.ts';
import { count, quoted } from '../../words.ts';

const reasons: Readonly<Record<Trouble, string>> = {
  cells: 'more or fewer cells than the header',
  day: 'no readable day',
  amount: 'no readable amount',
  both: 'an amount in both columns',
  neither: 'an amount in neither column',
  currency: 'unknown currency',
  'other currency': 'amount in another currency',
  early: `day before ${firstDay}`,
  future: 'day still to come',
  gap: 'no rates on that day',
  'no rate': 'currency without a rate on that day',
};

export class LeftRows {
  readonly #found = new Map<Trouble, { rows: number; readonly lines: number[]; readonly cell: string | undefined }>();

  add(trouble: Trouble, line: number, cell?: string): void {
    const found = this.#found.get(trouble) ?? { rows: 0, lines: [] as number[], cell };
    if (++found.rows <= 5) found.lines.push(line);
    this.#found.set(trouble, found);
  }

  tell(reporter: Pick<Reporter, 'problem'>): ExitCode {
    for (const [trouble, { rows, lines, cell }] of this.#found) {
      const more = rows > lines.length ? ` and ${rows - lines.length} more` : '';
      const where = `${rows === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}`;
      const seen = cell === undefined ? '' : `: ${cell.trim() ? quoted(cell) : 'an empty cell'}`;
      reporter.problem(`${count(rows, 'row')} without a rate (${reasons[trouble]}${seen}): ${where}`);
    }
    return this.#found.size > 0 ? exit.partial : exit.ok;
  }
}
