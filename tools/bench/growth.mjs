import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, newHome, printTable, program, timed } from './measure.mjs';

const sizes = [1, 10, 100, 1000, 10_000];
const runs = 9;
const newest = Date.UTC(2026, 5, 30);
const dayBefore = (count) => new Date(newest - count * 86_400_000).toISOString().slice(0, 10);

/** What stored days cost a run that asks for one of them, for none of them, and for all. */
export async function growth() {
  const rows = [['stored days', 'one of them, ms', 'dry run of another, ms', 'all of them, ms', 'ms a day']];
  for (const size of sizes) rows.push(await measure(size));
  console.log(`\nStored days that are not asked for, and that are; medians of ${runs}`);
  printTable(rows);
}

async function measure(size) {
  const machine = newHome();
  const run = (...args) => timed(process.execPath, [program, ...args], machine);
  const given = join(machine.home, 'days.ndjson');
  writeFileSync(given, Array.from({ length: size }, (_, at) => lineOf(dayBefore(at))).join(''));
  await run('store', 'import', given);
  const [one, other, all] = [[], [], []];
  for (let turn = 0; turn < runs; turn++) {
    one.push(await run('historical', dayBefore(0), '-f', 'csv', '--offline'));
    other.push(await run('historical', '1999-01-02', '--dry-run'));
    all.push(await run('series', dayBefore(size - 1), dayBefore(0), '-f', 'csv', '--offline'));
  }
  const perDay = (median(all) - median(one)) / Math.max(1, size - 1);
  const figures = [median(one), median(other), median(all)].map((time) => time.toFixed(1));
  return [String(size), ...figures, size < 100 ? '' : perDay.toFixed(2)];
}

function lineOf(date) {
  const codes = Array.from({ length: 170 }, (_, at) => `X${String.fromCharCode(65 + at / 26, 65 + (at % 26))}`);
  const rates = Object.fromEntries(codes.map((code, at) => [code, (at + 1) / 7]));
  return `${JSON.stringify({ date, body: { base: 'USD', rates: { USD: 1, ...rates } } })}\n`;
}
