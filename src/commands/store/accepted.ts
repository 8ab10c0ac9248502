import { readFile } from 'node:fs/promises';
import { parseDay } from '../../calendar/day.ts';
import { patiently, unreadable } from '../../disk/patience.ts';
import { Failure } from '../../errors.ts';
import { forUser } from '../../hint.ts';
import { delimitersOf, type HeaderLine, headerLines } from '../../input/csv/header.ts';
import { Scanner } from '../../input/csv/scanner.ts';
import { type Finding, isFindingKind } from '../../rates/checks/finding.ts';

const names = ['kind', 'code', 'start'];

/** Tells the findings that a file has, which `store check -f csv` wrote. @throws Failure */
export async function acceptedIn(path: string): Promise<(finding: Finding) => boolean> {
  if (path === '-') throw new Failure('bad_value', '--accept takes a file, not standard input');
  const text = await patiently(() => readFile(path, 'latin1')).catch((error) => {
    throw unreadable(`cannot read ${path}`, error);
  });

  const header = headerIn(text, path);
  const columns = names.map((name) => header.names.indexOf(name));
  const scanner = new Scanner(header.delimiter, columns, header.line);
  const rows = [...scanner.scan(text.slice(header.start)), ...scanner.end()].slice(1);

  const accepted = new Set<string>();
  for (const { line, count, cells } of rows) {
    if (count === 0) continue;
    const [kind = '', code = '', start = ''] = cells;
    const wrong = [isFindingKind(kind), code !== '', parseDay(start) !== undefined].indexOf(false);
    const cell = JSON.stringify(cells[wrong]);
    if (wrong >= 0)
      throw new Failure('bad_file', `line ${line} of ${path} has no readable ${names[wrong]}: ${cell}`);
    accepted.add(keyOf(kind, code, start));
  }
  const { openQuote } = scanner;
  if (openQuote) throw new Failure('bad_file', `line ${openQuote} of ${path} has a quote that never closes`);

  return ({ kind, codes, start }) => accepted.has(keyOf(kind, codes.join(' '), start));
}

function headerIn(text: string, path: string): HeaderLine {
  const lines = headerLines(text, delimitersOf(text));
  const header = lines.find((line) => names.every((name) => line.names.includes(name)));
  if (header) return header;
  const message = `${path} has no line with the columns ${names.join(', ')}`;
  throw new Failure('bad_file', message, forUser('store', 'check', '-f', 'csv', '-o', 'known.csv'));
}

const keyOf = (...cells: readonly string[]) => cells.join();
