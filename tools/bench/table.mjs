import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, '../../docs/speed.md');
const head = ['case', 'against', 'ratebook', 'other', 'ratio', 'to reach'];

/** Each row has a `time` in milliseconds, a `rate` in requests per second, or a `peak` of memory in megabytes. */
export function markdown(rows) {
  return [head, head.map(() => '---'), ...rows.map(cells)].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function cells({ case: name, against, time, rate, peak, other, reach }) {
  const row = (text, value, ratio, bound) => [name, against, text(value), text(other), ratio, bound];
  if (time !== undefined) return row(inSeconds, time, (time / other).toFixed(2), `${reach}`);
  if (rate !== undefined) return row(perSecond, rate, (rate / other).toFixed(2), `${reach} or more`);
  return row(megabytes, peak, `${peak < other ? '' : '+'}${megabytes(peak - other)}`, `+${megabytes(reach)}`);
}

const inSeconds = (time) => (time < 1000 ? `${time.toFixed(1)} ms` : `${(time / 1000).toFixed(2)} s`);
const perSecond = (rate) => `${rate.toFixed(0)}/s`;
const megabytes = (size) => `${size.toFixed(0)} MB`;

/** Replaces the table of the page. */
export function writeToPage(table) {
  const text = readFileSync(page, 'utf8');
  const old = /(^\|.*\|\n)+/m;
  if (!old.test(text)) throw new Error('docs/speed.md has no table');
  writeFileSync(
    page,
    text.replace(old, () => `${table}\n`),
  );
}
