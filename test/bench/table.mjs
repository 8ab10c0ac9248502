import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const readme = join(import.meta.dirname, '../../README.md');
const head = ['case', 'against', 'ratebook', 'other', 'ratio', 'to reach'];

/** A row is of seconds, of requests per second (`rate`), or of megabytes at the peak (`peak`). */
export function markdown(rows) {
  return [head, head.map(() => '---'), ...rows.map(cells)].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function cells({ case: name, against, time, rate, peak, other, reach }) {
  if (peak !== undefined) {
    const more = Math.round(peak - other);
    return [
      name,
      against,
      megabytes(peak),
      megabytes(other),
      `${more < 0 ? '' : '+'}${more} MB`,
      `+${reach} MB`,
    ];
  }
  const ratio = ((time ?? rate) / other).toFixed(2);
  const text = time === undefined ? perSecond : seconds;
  return [name, against, text(time ?? rate), text(other), ratio, String(reach)];
}

const seconds = (time) => (time < 1000 ? `${time.toPrecision(3)} ms` : `${(time / 1000).toFixed(2)} s`);
const perSecond = (rate) => `${Math.round(rate)}/s`;
const megabytes = (size) => `${Math.round(size)} MB`;

/** Replaces the table after the heading. */
export function writeToReadme(table) {
  const text = readFileSync(readme, 'utf8');
  const old = /(?<=^## How fast it is$[^|]*)(^\|.*\|\n)+/ms;
  if (!old.test(text)) throw new Error('README.md has no table under "How fast it is"');
  writeFileSync(readme, text.replace(old, `${table}\n`));
}
