import { parseCode } from '../currencies/code.ts';
import { endInWords, mixedInWords } from '../currencies/ended.ts';
import { type ExitCode, exit } from '../errors.ts';
import type { Caveat } from '../rates/caveats.ts';
import type { OwnRates } from '../rates/own-rates.ts';
import type { Reporter } from '../report/reporter.ts';
import { count, firstFew, quoted } from '../words.ts';
import { isFigures, type Lack, type Outcome, reasons } from './compute.ts';

/** Rows with the same remark. */
interface Remark {
  readonly about: Lack | Caveat;
  rows: number;
  /** The last of them, which can have it for several amounts and targets. */
  last: number;
  readonly lines: number[];
  /** The cells because of which, with the rows of each; or the words of a caveat. */
  readonly cells: Map<string, number>;
}

/** So many lines are named; different cells of a column of texts can be as many as the rows. */
const [few, mostCells] = [5, 1000];

export type RowReport = ReturnType<typeof rowReport>;

/**
 * Tells which rows have no figures, or doubtful ones.
 * @param what completes "2 rows"
 * @param own the files that have the rates instead
 */
export function rowReport(
  what: string,
  counted: 'line' | 'row',
  own?: Pick<OwnRates, 'name' | 'nameAndVerb' | 'extent'>,
) {
  /** By trouble, and currency where that is why; or by the kind of doubt. */
  const remarks = new Map<string, Remark>();
  /** Of texts of a workbook that a spreadsheet takes for formulas once they are in CSV. */
  const formulas: string[] = [];

  function add(line: number, outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) {
      if (isFigures(outcome))
        for (const caveat of outcome.pair.caveats) addOne(caveat.kind, line, caveat, caveat.text);
      else if (outcome) addOne(`${outcome.trouble} ${whyOf(outcome) ?? ''}`, line, outcome, outcome.cell);
    }
  }

  function addOne(key: string, line: number, about: Remark['about'], cell = ''): void {
    const remark: Remark = remarks.get(key) ?? { about, rows: 0, last: 0, lines: [], cells: new Map() };
    remarks.set(key, remark);
    if (remark.last === line) return;
    remark.last = line;
    if (++remark.rows <= few) remark.lines.push(line);
    const { cells } = remark;
    if (cells.size < mostCells || cells.has(cell)) cells.set(cell, (cells.get(cell) ?? 0) + 1);
  }

  function print(reporter: Pick<Reporter, 'note' | 'problem'>): ExitCode {
    if (formulas.length > 0)
      reporter.note(
        `a spreadsheet takes texts that begin with "=" for formulas in CSV: ${firstFew(formulas, few)}`,
      );
    const all = [...remarks.values()];
    const isLack = ({ about }: Remark) => 'trouble' in about;
    const sorted = [...all.filter(isLack), ...all.filter((remark) => !isLack(remark))];
    for (const remark of sorted) reporter.problem(inWords(remark));
    const isPartial = all.some(({ about }) => 'trouble' in about || about.exit !== exit.ok);
    return isPartial ? exit.partial : exit.ok;
  }

  function inWords({ about, cells, rows, lines }: Remark): string {
    const where = `${counted}${rows === 1 ? '' : 's'} ${firstFew(lines, few, rows, ' and ')}`;
    if (!('trouble' in about)) {
      const others = cells.size > 1 ? ', and others like it' : '';
      return `${about.text}${others} (${count(rows, 'row')}: ${where})`;
    }
    const { trouble, cell } = about;
    if (trouble === 'other header') {
      const below = `: ${count(rows - 1, 'row')} below it ${what}; annotate them as a file of their own`;
      return `${counted} ${lines[0]} is another header${rows > 1 ? below : ''}`;
    }
    const one = cell === undefined ? '' : cellInWords(cell);
    const seen = whyOf(about) ?? (trouble === 'currency' ? cellsInWords(cells) : one);
    return `${count(rows, 'row')} ${what} (${[reasonOf(trouble), seen].filter(Boolean).join(': ')}): ${where}`;
  }

  function reasonOf(trouble: Lack['trouble']): string {
    if (own && trouble === 'not in file') return `${own.nameAndVerb} no rates of the currency`;
    if (!own || trouble !== 'no rate') return reasons[trouble];
    return `no rate in ${own.name} on that day${own.extent ? `; rates of ${own.extent}` : ''}`;
  }

  return { add, formulas, print };
}

const cellInWords = (cell: string) => (cell.trim() ? quoted(cell) : 'an empty cell');

/** Each with its number of rows if there are several. */
function cellsInWords(cells: Remark['cells']): string {
  const all = [...cells].sort(([, one], [, other]) => other - one);
  const texts = all.map(([cell, rows]) => cellInWords(cell) + (all.length > 1 ? ` ${rows}` : ''));
  return firstFew(texts, 20);
}

/** What there is to say of a currency that has ended or changed its unit. */
function whyOf({ trouble, cell = '' }: Lack): string | undefined {
  const code = parseCode(cell);
  if (!code) return undefined;
  if (trouble === 'mixed') return mixedInWords(code);
  return ['currency', 'no rate', 'not in file'].includes(trouble) ? endInWords(code) : undefined;
}
