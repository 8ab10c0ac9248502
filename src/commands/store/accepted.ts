import { readFile } from 'node:fs/promises';
import { parseDay } from '../../calendar/day.ts';
import { type Finding, isFindingKind } from '../../checks/finding.ts';
import { delimitersOf, headerLines } from '../../csv/header.ts';
import { Scanner } from '../../csv/scanner.ts';
import { failed, reasonOf, usageError } from '../../errors.ts';

const names = ['kind', 'code', 'start'];

/** Tells the findings that a file has, which `store check -f csv` wrote. @throws Failure */
export async function acceptedIn(path: string): Promise<(finding: Finding) => boolean> {
  if (path === '-') throw usageError('--accept takes a file, not standard input');
  const text = await readFile(path, 'latin1').catch((error) => {
    throw failed(`cannot read ${path}: ${reasonOf(error)}`);
  });
  const header = headerLines(text, delimitersOf(text)).find((line) => names.every((name) => line.names.includes(name)));
  if (!header)
    throw usageError(
      `${path} has no line with the columns ${names.join(', ')}`,
      'ratebook store check -f csv -o known.csv',
    );
  const columns = names.map((name) => header.names.indexOf(name));
  const scanner = new Scanner(header.delimiter, columns, header.line);
  const accepted = new Set<string>();
  for (const { line, count, cells } of [...scanner.scan(text.slice(header.start)), ...scanner.end()].slice(1)) {
    if (count === 0) continue;
    const [kind = '', code = '', start = ''] = cells;
    const wrong = [isFindingKind(kind), code !== '', parseDay(start) !== undefined].indexOf(false);
    if (wrong >= 0)
      throw usageError(`line ${line} of ${path} has no readable ${names[wrong]}: ${JSON.stringify(cells[wrong])}`);
    accepted.add(keyOf(kind, code, start));
  }
  if (scanner.openQuote) throw usageError(`line ${scanner.openQuote} of ${path} has a quote that never closes`);
  return ({ kind, codes, start }) => accepted.has(keyOf(kind, codes.join(' '), start));
}

const keyOf = (...cells: readonly string[]) => cells.join();
