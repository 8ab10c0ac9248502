import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { median, newHome, program, timed, timedProgram } from './measure.mjs';

const runs = 7;
const bare = join(import.meta.dirname, 'bare.cjs');
const realDays = join(import.meta.dirname, '../../../shared/data/days-2020-2026.ndjson.gz');
const range = ['2020-01-01', '2026-08-22'];
const year = ['2024-01-01', '2024-12-31'];
const all = ['-s', '*'];
const few = ['-b', 'EUR', '-s', 'GBP,JPY,CHF', '--wide'];

/** What jq makes of a day's file, whose name has the day. */
const filter = 'input_filename[-15:-5] as $day | .rates | to_entries[] | "\\($day),USD,\\(.key),\\(.value)"';

const cases = [
  {
    name: '2,398 stored days as CSV',
    days: range,
    args: [...all, '-f', 'csv'],
    job: 'csv',
    reach: 2.4,
    peak: true,
  },
  { name: 'the same', days: range, args: [...all, '-f', 'csv'], job: 'jq', reach: 0.33 },
  {
    name: '3 symbols of them in EUR, wide',
    days: range,
    args: [...few, '-f', 'csv'],
    job: 'wide',
    reach: 1.8,
  },
  {
    name: 'all of them as JSON',
    days: range,
    args: [...all, '-f', 'json'],
    job: 'json',
    reach: 2.2,
    peak: true,
  },
  { name: 'as Parquet', days: range, args: [...all, '-o', 'all.parquet'], job: 'csv', reach: 4, peak: true },
  {
    name: 'monthly means of all currencies, a year',
    days: year,
    args: [...all, '--every', 'month', '-f', 'csv'],
    job: 'means',
    reach: 2.5,
  },
];

/** Long outputs of held days beside a bare loop over their files, whole processes, in turns. */
export async function rows() {
  const machine = newHome();
  const store = await fill(machine);
  const measured = cases.filter(({ job }) => job !== 'jq' || !spawnSync('jq', ['--version']).error);
  const results = [];
  for (const each of measured) results.push(await compare(each, store, machine));
  for (const each of measured.filter(({ peak }) => peak)) results.push(await peakOf(each, store, machine));
  return results;
}

/** Real days if they lie beside the checkout, made-up ones otherwise. */
async function fill({ env, home }) {
  const store = join(home, 'store');
  env.RATEBOOK_STORE = store;
  const demo = existsSync(realDays) ? [] : ['--demo'];
  const filling = demo.length > 0 ? ['series', '2020', '2026', '-s', 'EUR'] : ['store', 'import', realDays];
  await timed(process.execPath, [program, ...filling, ...demo], { env });
  const name = readdirSync(store, { recursive: true }).find((path) => path.endsWith('historical'));
  return { demo, folder: join(store, name) };
}

async function compare({ name, days, args, job, reach }, { demo, folder }, { env, home }) {
  const own = ['series', ...days, ...inHome(args, home)];
  // some real days are missing
  const expect = days === range && demo.length === 0 ? 3 : 0;
  const [times, others] = [[], []];
  for (let turn = 0; turn < runs; turn++) {
    times.push(await timed(process.execPath, [program, ...own, '--offline', ...demo], { env, expect }));
    others.push(job === 'jq' ? await jq(folder, days, env) : await loop(job, folder, days, env));
  }
  const [time, other] = [median(times), median(others)];
  const against = job === 'jq' ? 'jq' : 'a bare loop';
  return { case: name, against, time, other, reach };
}

const inHome = (args, home) => args.map((arg) => (arg === 'all.parquet' ? join(home, arg) : arg));

/** Of all stored days beside that of one month. */
async function peakOf({ name, args }, { demo }, machine) {
  const peakOver = async (days, expect) => {
    const own = ['series', ...days, ...inHome(args, machine.home), '--offline', ...demo];
    const peaks = [];
    for (let turn = 0; turn < runs; turn++) peaks.push((await timedProgram(own, { ...machine, expect })).peak);
    return median(peaks);
  };
  const peak = await peakOver(range, demo.length === 0 ? 3 : 0);
  return {
    case: `memory: ${name}`,
    against: 'one month',
    peak,
    other: await peakOver(['2024-01'], 0),
    reach: 40,
  };
}

const loop = (job, folder, days, env) => timed(process.execPath, [bare, job, folder, ...days], { env });

function jq(folder, [first, last], env) {
  const files = readdirSync(folder)
    .filter((name) => `${first}.json` <= name && name <= `${last}.json`)
    .sort()
    .map((name) => join(folder, name));
  return timed('jq', ['-r', filter, ...files], { env });
}
