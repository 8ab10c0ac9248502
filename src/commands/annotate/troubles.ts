import type { Trouble } from '../../annotate/annotate.ts';
import type { FileTrouble, SeenCell } from '../../annotate/csv-file.ts';
import { firstDay } from '../../calendar/day.ts';
import { nearest } from '../../config/choice.ts';
import { type ExitCode, exit, type Failure, usageError } from '../../errors.ts';
import type { Reporter } from '../../report/reporter.ts';
import { count } from '../../words.ts';

const optionFor = { days: '--date-format', amounts: '--decimal' };

export function inWords(trouble: FileTrouble, path: string): Failure {
  switch (trouble.is) {
    case 'foreign': {
      const [what, wayOut] = trouble.foreign;
      return usageError(`the file is ${what}`, wayOut(path));
    }
    case 'empty':
      return usageError('the file is empty: it has no header');
    case 'long header':
      return usageError('the file has no header: its first line is too long');
    case 'open quote':
      return usageError(`a quote that begins in line ${trouble.line} never closes`);
    case 'two delimiters': {
      const [one, other] = trouble.signs.map((sign) => JSON.stringify(sign));
      return usageError(`the header has these columns under two delimiters, ${one} and ${other}`, `--delimiter ${one}`);
    }
    case 'no column':
    case 'no delimiter': {
      const { is, name, header } = trouble;
      const { names, line } = header;
      const meant = is === 'no column' ? nearest(name, names) : undefined;
      const hints = [
        ...(meant === undefined ? [] : [didYouMean(meant)]),
        line === 1 ? columnsInWords(names) : `is the header line ${line}? ${columnsInWords(names, 'it')}`,
        ...(is === 'no delimiter' ? ['--delimiter says what stands between the cells'] : []),
      ];
      return usageError(`there is no column ${JSON.stringify(name)}`, ...hints);
    }
    case 'twice':
      return usageError(`the header has the column ${JSON.stringify(trouble.name)} twice`);
    case 'target twice':
      return usageError(`--to has ${trouble.name} twice`);
    case 'taken':
      return usageError(`the header has a column ${JSON.stringify(trouble.name)} already`, '--prefix fx_');
    case 'two kinds':
    case 'two readings': {
      const { is, what, ways } = trouble;
      const place = ({ text, line }: SeenCell) => `${quoted(text)} in line ${line}`;
      const cells = trouble.cells.map(place).join(' and ');
      const either = ways.map((way) => `${optionFor[what]} ${way}`).join(' or ');
      return is === 'two kinds'
        ? usageError(`the ${what} are of two kinds: ${cells}`, `${either} reads one kind and leaves the other out`)
        : usageError(`the ${what} can be read in two ways, such as ${cells}`, `${either} says which`);
    }
  }
}

export const didYouMean = (name: string) => `did you mean ${quoted(name)}?`;

const mostNames = 50;

export function columnsInWords(names: readonly string[], whose = 'the header'): string {
  const listed = names.slice(0, mostNames).map(quoted);
  if (names.length > mostNames) listed.push(`and ${names.length - mostNames} more`);
  return `${whose} has ${listed.join(', ')}`;
}

const longest = 60;

const quoted = (text: string) => JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);

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

  /** @param cell that is the reason, of which the first is shown */
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
