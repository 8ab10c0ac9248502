import type { Trouble } from '../../annotate/annotate.ts';
import type { FileTrouble, SeenCell } from '../../annotate/csv-file.ts';
import { firstDay } from '../../calendar/day.ts';
import { type ExitCode, exit, type Failure, usageError } from '../../errors.ts';
import type { Reporter } from '../../report/reporter.ts';
import { count } from '../../words.ts';

const optionFor = { days: '--date-format', amounts: '--decimal' };

export function inWords(trouble: FileTrouble): Failure {
  switch (trouble.is) {
    case 'UTF-16':
      return usageError('the file is in UTF-16', 'iconv -f UTF-16 -t UTF-8 makes it UTF-8');
    case 'empty':
      return usageError('the file is empty: it has no header');
    case 'long header':
      return usageError('the file has no header: its first line is too long');
    case 'open quote':
      return usageError(`a quote that begins in line ${trouble.line} never closes`);
    case 'two delimiters': {
      const [one, other] = trouble.signs.map((sign) => JSON.stringify(sign));
      return usageError(
        `the header has these columns under two delimiters, ${one} and ${other}`,
        `--delimiter ${one}`,
      );
    }
    case 'no column':
    case 'no delimiter': {
      const { is, name, names } = trouble;
      const hints = is === 'no delimiter' ? ['--delimiter says what stands between the cells'] : [];
      return usageError(`there is no column ${JSON.stringify(name)}`, columnsInWords(names), ...hints);
    }
    case 'twice':
      return usageError(`the header has the column ${JSON.stringify(trouble.name)} twice`);
    case 'taken':
      return usageError(`the header has a column ${JSON.stringify(trouble.name)} already`, '--prefix fx_');
    case 'two kinds':
    case 'two readings': {
      const { is, what, ways } = trouble;
      const place = ({ text, line }: SeenCell) => `${JSON.stringify(text)} in line ${line}`;
      const cells = trouble.cells.map(place).join(' and ');
      const either = ways.map((way) => `${optionFor[what]} ${way}`).join(' or ');
      return is === 'two kinds'
        ? usageError(
            `the ${what} are of two kinds: ${cells}`,
            `${either} reads one kind and leaves the other out`,
          )
        : usageError(`the ${what} can be read in two ways, such as ${cells}`, `${either} says which`);
    }
  }
}

const mostNames = 50;
const longestName = 60;

export function columnsInWords(names: readonly string[]): string {
  const listed = names.slice(0, mostNames).map((name) => JSON.stringify(name.slice(0, longestName)));
  if (names.length > mostNames) listed.push(`and ${names.length - mostNames} more`);
  return `the header has ${listed.join(', ')}`;
}

const reasons: Readonly<Record<Trouble, string>> = {
  cells: 'more or fewer cells than the header',
  day: 'no readable day',
  amount: 'no readable amount',
  currency: 'unknown currency',
  'other currency': 'amount in another currency',
  early: `day before ${firstDay}`,
  future: 'day still to come',
  gap: 'no rates on that day',
  'no rate': 'currency without a rate on that day',
};

export class LeftRows {
  readonly #found = new Map<Trouble, { rows: number; readonly lines: number[] }>();

  add(trouble: Trouble, line: number): void {
    const found = this.#found.get(trouble) ?? { rows: 0, lines: [] };
    if (++found.rows <= 5) found.lines.push(line);
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
