import type { Counted } from '../../annotate/table.ts';
import type { Trouble } from '../../annotate/trouble.ts';
import { firstDay } from '../../calendar/day.ts';
import { parseCode } from '../../currencies/code.ts';
import { endInWords, mixedInWords } from '../../currencies/ended.ts';
import { type ExitCode, exit } from '../../errors.ts';
import type { Caveat } from '../../rates/caveats.ts';
import type { OwnRates } from '../../rates/own-rates.ts';
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
  mixed: 'no mean',
};

interface Rows {
  rows: number;
  /** Line of the last of them, which may have the trouble for several amounts and targets. */
  last: number;
  readonly lines: number[];
}

interface Left extends Rows {
  readonly trouble: Trouble;
  /** Of the first row. */
  readonly cell: string | undefined;
}

interface Doubtful extends Rows {
  readonly caveat: Caveat;
  /** Whether the caveats of other rows are in other words. */
  differ: boolean;
}

const noRows = () => ({ rows: 0, last: 0, lines: [] as number[] });

export class LeftRows {
  /** By trouble, and currency where that is why. */
  readonly #found = new Map<string, Left>();
  readonly #doubtful = new Map<string, Doubtful>();

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
    const key = `${trouble} ${whyOf(trouble, cell) ?? ''}`;
    const found = this.#found.get(key) ?? { ...noRows(), trouble, cell };
    this.#found.set(key, found);
    countIn(found, line);
  }

  /** Of a row that has a rate. */
  addCaveat(caveat: Caveat, line: number): void {
    const found = this.#doubtful.get(caveat.kind) ?? { ...noRows(), caveat, differ: false };
    this.#doubtful.set(caveat.kind, found);
    found.differ ||= caveat.text !== found.caveat.text;
    countIn(found, line);
  }

  tell(reporter: Pick<Reporter, 'problem'>): ExitCode {
    for (const left of this.#found.values()) {
      const { trouble } = left;
      const isHeader = trouble === 'other header';
      reporter.problem(isHeader ? this.#belowHeader(left) : this.#inWords(this.#reasonOf(trouble), left));
    }
    for (const { caveat, differ, ...rows } of this.#doubtful.values()) {
      const others = differ ? ', and others like it' : '';
      reporter.problem(`${caveat.text}${others} (${count(rows.rows, 'row')}: ${this.#where(rows)})`);
    }
    const isPartial = Array.from(this.#doubtful.values()).some(({ caveat }) => caveat.exit !== exit.ok);
    return this.#found.size > 0 || isPartial ? exit.partial : exit.ok;
  }

  #reasonOf(trouble: keyof typeof reasons): string {
    const { own } = this;
    if (own && trouble === 'not in file') return `${own.nameAndVerb} no rates of the currency`;
    if (!own || trouble !== 'no rate') return reasons[trouble];
    return `no rate in ${own.name} on that day${own.extent ? `; rates of ${own.extent}` : ''}`;
  }

  #inWords(reason: string, { trouble, cell, ...rows }: Left): string {
    const seen = cell === undefined ? undefined : cell.trim() ? quoted(cell) : 'an empty cell';
    const all = [reason, whyOf(trouble, cell) ?? seen].filter(Boolean).join(': ');
    return `${count(rows.rows, 'row')} ${this.what} (${all}): ${this.#where(rows)}`;
  }

  #where({ rows, lines }: Rows): string {
    const more = rows > lines.length ? ` and ${rows - lines.length} more` : '';
    return `${this.counted}${rows === 1 ? '' : 's'} ${lines.join(', ')}${more}`;
  }

  /** The header is the first of them. */
  #belowHeader({ rows, lines: [line] }: Left): string {
    const below = `${count(rows - 1, 'row')} below it ${this.what}; annotate them as a file of their own`;
    return `${this.counted} ${line} is another header${rows > 1 ? `: ${below}` : ''}`;
  }
}

/** What there is to say of a currency that has ended or changed its unit. */
function whyOf(trouble: Trouble, cell: string | undefined): string | undefined {
  const code = parseCode(cell ?? '');
  if (!code) return undefined;
  if (trouble === 'mixed') return mixedInWords(code);
  return ['currency', 'no rate', 'not in file'].includes(trouble) ? endInWords(code) : undefined;
}

/** A row may have the same for several amounts and targets. */
function countIn(found: Rows, line: number): void {
  if (found.last === line) return;
  found.last = line;
  if (++found.rows <= 5) found.lines.push(line);
}
