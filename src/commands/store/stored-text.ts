import { type Day, eachDay, lastOfMonth } from '../../calendar/day.ts';
import type { Layout } from '../../output/records.ts';
import { aligned } from '../../output/table/records.ts';
import { count, wrap } from '../../words.ts';
import { countedBy, holesIn, publishedIn, type Stored } from './stored.ts';

export function storedText(
  { name, source, days, bytes }: Stored,
  { ascii, width }: Pick<Layout, 'ascii' | 'width'>,
): string {
  const summary = [
    count(days.length, 'day'),
    `${days[0]} to ${days.at(-1)}`,
    count(holesIn(days, source).length, 'hole'),
    sizeInWords(bytes),
  ];
  const lines = wrap(summary.join(', '), width - indent.length).map((line) => `${indent}${line}\n`);

  return `${name}\n${lines.join('')}${aligned(yearRows({ days, source }, ascii))}`;
}

const indent = '  ';

/** A row a year, with a cell for each of its months. */
function yearRows({ days, source }: Pick<Stored, 'days' | 'source'>, ascii: boolean): string[][] {
  const first = days[0] ?? '';
  const last = days.at(-1) ?? '';
  const years = countedBy(days, 4);
  const months = countedBy(days, 7);
  const due = (from: string, to: string) => publishedIn(eachDay(from as Day, to as Day), source).length;

  function monthCell(month: string): string {
    if (month < first.slice(0, 7) || last.slice(0, 7) < month) return ' ';
    return cell(months.get(month) ?? 0, due(`${month}-01`, lastOfMonth(month)), ascii);
  }

  const rows: string[][] = [];
  for (let year = Number(first.slice(0, 4)); year <= Number(last.slice(0, 4)); year++) {
    const cells = monthNumbers.map((number) => monthCell(`${year}-${number}`));
    const all = due(`${year}-01-01`, `${year}-12-31`);
    const held = years.get(`${year}`) ?? 0;
    rows.push([`${indent}${year}`, cells.join(''), held >= all ? `${held}` : `${held} of ${all}`]);
  }
  return rows;
}

const monthNumbers = Array.from({ length: 12 }, (_, at) => `${at + 1}`.padStart(2, '0'));

const blocks = [...'▁▂▃▄▅▆▇'];

function cell(held: number, all: number, ascii: boolean): string {
  if (held === 0) return ascii ? '.' : '·';
  if (held >= all) return ascii ? '#' : '█';
  return ascii ? '+' : (blocks[Math.floor((held / all) * blocks.length)] ?? '');
}

function sizeInWords(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
