import { createReadStream, createWriteStream, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { median, newHome, printTable, timedProgram } from './measure.mjs';

const rowCount = 1_000_000;
const runs = 3;
const codes = ['EUR', 'GBP', 'JPY', 'CHF', ...Array.from({ length: 166 }, (_, at) => codeOf(at))];
const days = Array.from({ length: 21 * 365 }, (_, at) =>
  new Date(Date.UTC(2000, 0, 1 + at)).toISOString().slice(0, 10),
);

/** A file of transactions beside csv-parse, and Parquet beside CSV, of stored days. */
export async function books() {
  const machine = newHome();
  await storeDays(machine);
  const bank = join(machine.home, 'bank.csv');
  await pipeline(Readable.from(transactions()), createWriteStream(bank));
  const annotate = ['annotate', bank, '--date', 'Date', '--amount', 'Amount', '--from', 'Currency'];
  const series = ['series', days[0], days.at(-1), '-s', '*', '--offline'];
  const out = (name) => ['-o', join(machine.home, name)];
  const annotated = await measured([...annotate, '--to', 'EUR', '--offline', ...out('euro.csv')], machine);
  const parsed = await repeated(() => parsedWithInfo(bank));
  const parquet = await measured([...series, ...out('all.parquet')], machine);
  const csv = await measured([...series, ...out('all.csv')], machine);
  console.log(`\n${rowCount} transactions, ${(statSync(bank).size / 1e6).toFixed(0)} MB, beside csv-parse`);
  console.log(`with info; ${days.length} days of ${codes.length} currencies; medians of ${runs}`);
  printTable([
    ['', 's', 'other s', 'ratio', 'peak MB'],
    row('annotate beside csv-parse', annotated, parsed),
    row('parquet beside csv', parquet, csv.time),
  ]);
}

function row(name, { time, peak }, other) {
  return [name, (time / 1000).toFixed(2), (other / 1000).toFixed(2), (time / other).toFixed(2), peak.toFixed(0)];
}

async function storeDays(machine) {
  const lines = days.map((date, day) => {
    const rates = Object.fromEntries(codes.map((code, at) => [code, (100_000 + day * 7 + at * 997) / 90_000]));
    return `${JSON.stringify({ date, body: { base: 'USD', rates: { USD: 1, ...rates } } })}\n`;
  });
  const given = join(machine.home, 'days.ndjson');
  writeFileSync(given, lines.join(''));
  await timedProgram(['store', 'import', given], machine);
}

function* transactions() {
  yield 'Date,Text,Amount,Currency\n';
  for (let at = 0; at < rowCount; at++) {
    const amount = ((at * 7919) % 100_000) / 100;
    yield `${days[(at * 31) % days.length]},"Invoice, number ${at}",${amount.toFixed(2)},${codes[at % 4]}\n`;
  }
}

async function measured(args, machine) {
  const results = [];
  for (let turn = 0; turn < runs; turn++) results.push(await timedProgram(args, machine));
  return { time: median(results.map(({ time }) => time)), peak: median(results.map(({ peak }) => peak)) };
}

async function repeated(run) {
  const times = [];
  for (let turn = 0; turn < runs; turn++) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  return median(times);
}

async function parsedWithInfo(path) {
  for await (const _ of createReadStream(path).pipe(parse({ info: true }))) {
    // reading is all
  }
}

function codeOf(at) {
  return `X${String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26))}`;
}
