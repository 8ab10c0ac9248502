import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compare, notMeasured, told } from './compare.mjs';
import { figures, withFigures } from './page.mjs';
import { measure, worksOf } from './rounds.mjs';
import { groups } from './rows/all.mjs';

const usage = `npm run bench [-- OPTIONS]

Measures what ratebook does beside what one would do otherwise, in turns, and prints medians.

  --check     compare with what is recorded, within 3 minutes; ends with 3 where something is worse
  --record    record it in tools/bench/ratios.json, and write tools/bench/README.md; wants an idle machine`;

const ratios = join(import.meta.dirname, 'ratios.json');
const page = join(import.meta.dirname, 'README.md');
const bounds = {
  check: { rounds: 9, seconds: 60 },
  record: { rounds: 15, seconds: Number.POSITIVE_INFINITY },
};

const { values } = parseArgs({
  options: { check: { type: 'boolean' }, record: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help) console.log(usage);
else await bench();

async function bench() {
  const [load] = loadavg();
  const processors = cpus();
  const system = `${processors.length} × ${processors[0].model}, Node.js ${process.version}`;
  const machine = `${system}, load ${load.toFixed(1)}`;
  console.log(machine);

  const measured = groups.filter(({ missing }) => !missing?.());
  const bound = values.check ? bounds.check : bounds.record;
  const today = await measure(measured, { ...bound, tell: console.error });
  console.log(`load at the end: ${loadavg()[0].toFixed(1)}\n`);

  if (values.check) check(today, { isBusy: load > processors.length });
  else console.log(figures({ machine, rows: today }));
  for (const group of groups) tellMissing(group);
  if (values.record) keep({ machine, rows: today });
}

function check(today, conditions) {
  const { rows: recorded } = JSON.parse(readFileSync(ratios, 'utf8'));
  const compared = compare(recorded, today, conditions);
  console.log(told(compared));
  const skipped = groups.filter(({ missing }) => missing?.()).flatMap(({ rows }) => rows.flatMap(worksOf));
  for (const work of notMeasured(recorded, [...today, ...skipped])) console.log(`no time for: ${work}`);
  if (compared.some(({ isWorse }) => isWorse)) process.exitCode = 3;
}

function tellMissing({ missing, rows }) {
  const reason = missing?.();
  if (reason) console.log(`skipped, since ${reason}: ${rows.map(({ work }) => work).join('; ')}`);
}

function keep(record) {
  if (groups.some(({ missing }) => missing?.())) throw new Error('not recorded, since not all is measured');
  const text = withFigures(readFileSync(page, 'utf8'), record);
  writeFileSync(ratios, `${JSON.stringify(record, undefined, 2)}\n`);
  writeFileSync(page, text);
}
