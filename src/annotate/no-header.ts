import { isDayLike } from '../calendar/parse.ts';
import { Failure } from '../errors.ts';
import { foreignKind, isText } from '../input/csv/foreign.ts';
import {
  type HeaderLine,
  longestHeader,
  type NamedLine,
  neverClosing,
  normalName,
  openQuoteIn,
} from '../input/csv/header.ts';
import { inShell } from '../words.ts';
import { columnsInWords, didYouMean, likeness, withMost } from './columns.ts';
import { lackingIn, type WantedSums } from './wanted.ts';

/** @throws a usage error if a file that begins so is no CSV */
export function checkIsCsv(beginning: string, path: string): void {
  const kind = foreignKind(beginning);
  if (!kind) return;

  const { what, toText } = kind;
  const file = path === '-' ? '' : ` ${inShell(path)}`;
  throw notCsv(what, toText && `${toText}${file} | ratebook annotate - …`);
}

function notCsv(what: string, wayOut = 'save or export it as CSV, and annotate that'): Failure {
  return new Failure('bad_file', `the file is ${what}`, wayOut);
}

export function inTwoWays(one: HeaderLine, other: HeaderLine): Failure {
  const sign = JSON.stringify(one.delimiter);
  const otherSign = JSON.stringify(other.delimiter);
  const what = `the header has these columns under two delimiters, ${sign} and ${otherSign}`;
  return new Failure('ambiguous_column', what, `--delimiter ${sign}`);
}

interface Search {
  readonly beginning: string;
  readonly delimiters: readonly string[];
  readonly lines: readonly HeaderLine[];
  readonly wanted: WantedSums;
}

/** Why no line is the header. */
export function noHeader({ beginning, delimiters, lines, wanted }: Search): Failure {
  if (!isText(beginning)) return notCsv('not text');

  const { header, isLike } = likeliest(lines, wanted);
  const quote = isLike ? undefined : openQuoteIn(beginning, delimiters);
  if (quote) return neverClosing(quote);

  if (header) return noColumn(header, wanted);
  if (beginning.length < longestHeader) return new Failure('bad_file', 'the file is empty: it has no header');
  return new Failure('bad_file', 'the file has no header: its first line is too long');
}

/** What looks most like the header. */
export function likeliest<Line extends NamedLine>(lines: readonly Line[], wanted: WantedSums) {
  const columns = wanted
    .flatMap(({ date, amount, from, to }) => [date, ...amount.split(','), from, ...to.split(',')])
    .filter((name) => !/^[A-Z]{3}$/.test(name) && !isDayLike(name))
    .map(normalName);
  const like = (line: Line) => likeness(line, columns);
  const [header] = withMost(lines, like);
  // it has a wanted column, or nearly
  return { header, isLike: header !== undefined && like(header) >= 1000 };
}

function noColumn({ names, line }: HeaderLine, wanted: WantedSums): Failure {
  const name = lackingIn(names, wanted) ?? '';
  const isFirst = line === 1;
  const listed = isFirst
    ? columnsInWords(names)
    : `is the header line ${line}? ${columnsInWords(names, 'it')}`;
  const isWhole = names.length === 1;
  const hints = isWhole
    ? [listed, '--delimiter says what stands between the cells']
    : [...didYouMean(name, names), listed];
  return new Failure('no_column', `there is no column ${JSON.stringify(name)}`, ...hints);
}
