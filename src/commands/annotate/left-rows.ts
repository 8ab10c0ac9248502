import type { Counted } from '../../annotate/table.ts';
import type { Trouble } from '../../annotate/trouble.ts';
import { firstDay } from '../../calendar/day.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { OwnRates } from '../../periods/own-rates.ts';
import type { Reporter } from '../../report/reporter.ts';
import { count, quoted } from '../../words.ts';

const reasons: Readonly<Record<Exclude<Trouble, 'other header'>, string>> = {
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
  'not in file': 'currency that the file has no rates of',
};

interface Left {
  rows: number;
  /** Line of the last of them, which may have the trouble for several amounts and targets. */
  last: number;
  readonly lines: number[];
  /** Of the first row. */
  readonly cell: string | undefined;
}

export class LeftRows {
  readonly #found = new Map<Trouble, Left>();

  /**
   * @param what completes "2 rows"
   * @param counted what the rows are counted by
   * @param own the files that have the rates instead
   */
  constructor(
    private readonly what: string,
    private readonly counted: Counted,
    private readonly own?: Pick<OwnRates, 'name' | 'nameAndVerb' | 'extent'>,
  ) {}

  add(trouble: Trouble, line: number, cell?: string): void {
    const found = this.#found.get(trouble) ?? { rows: 0, last: 0, lines: [] as number[], cell };
    if (found.last === line) return;

    found.last = line;
    if (++found.rows <= 5) found.lines.push(line);
    this.#found.set(trouble, found);
  }

  tell(reporter: Pick<Reporter, 'problem'>): ExitCode {
    for (const [trouble, left] of this.#found)
      reporter.problem(
        trouble === 'other header' ? this.#belowHeader(left) : this.#inWords(this.#reasonOf(trouble), left),
      );
    return this.#found.size > 0 ? exit.partial : exit.ok;
  }

  #reasonOf(trouble: keyof typeof reasons): string {
    const { own } = this;
    if (own && trouble === 'not in file') return `${own.nameAndVerb} no rates of the currency`;
    if (!own || trouble !== 'no rate') return reasons[trouble];
    return `no rate in ${own.name} on that day${own.extent ? `; rates of ${own.extent}` : ''}`;
  }

  #inWords(reason: string, { rows, lines, cell }: Left): string {
    const more = rows > lines.length ? ` and ${rows - lines.length} more` : '';
    const where = `${this.counted}${rows === 1 ? '' : 's'} ${lines.join(', ')}${more}`;
    const seen = cell === undefined ? '' : `: ${cell.trim() ? quoted(cell) : 'an empty cell'}`;
    return `${count(rows, 'row')} ${this.what} (${reason}${seen}): ${where}`;
  }

  /** The header is the first of them. */
  #belowHeader({ rows, lines: [line] }: Left): string {
    const below = `${count(rows - 1, 'row')} below it ${this.what}; annotate them as a file of their own`;
    return `${this.counted} ${line} is another header${rows > 1 ? `: ${below}` : ''}`;
  }
}
