import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, newHome, printTable, timed, timedProgram } from './measure.mjs';
import { startSlowService } from './slow-service.mjs';

const latency = 50;
const together = 8;
const runs = 3;
const range = ['series', '1999', '2025', '-s', 'EUR,GBP', '--yes', '--concurrency', String(together)];
const month = ['series', '2024-01', '-s', 'EUR,GBP', '--yes'];

/** A range of 27 years beside curl at the same addresses, without the store and with an empty one. */
export async function longRange() {
  const machine = newHome();
  const service = await startSlowService(latency, machine.env);
  machine.env.RATEBOOK_BASE_URL = service.url;
  machine.env.RATEBOOK_APP_ID = 'benchmark-key';
  try {
    const rows = [['', 's', 'curl s', 'ratio', 'peak MB', 'of a month']];
    rows.push(await compare('--no-store', ['--no-store'], machine, service));
    rows.push(await compare('an empty store', [], machine, service));
    console.log(`\n${range.join(' ')}`);
    console.log(
      `against ${latency} ms of latency and curl --parallel-max ${together}; start-up apart; medians of ${runs}`,
    );
    printTable(rows);
  } finally {
    service.close();
    machine.remove();
  }
}

async function compare(name, options, machine, service) {
  const run = async (args) => {
    rmSync(join(machine.home, '.local'), { recursive: true, force: true });
    return timedProgram([...args, ...options], machine);
  };
  // the first time fills the service's memory, and tells which addresses curl is to ask for
  service.takeAsked();
  await run(range);
  const addresses = service.takeAsked().filter((url) => !url.includes('/usage.json'));
  const oneMonth = [];
  const ours = [];
  const curls = [];
  for (let turn = 0; turn < runs; turn++) {
    oneMonth.push(await run(month));
    ours.push(await run(range));
    curls.push(await curl(addresses, machine));
  }
  const medianOf = (results, what) => median(results.map((result) => result[what]));
  // what a month takes beside its one answer is start-up
  const startUp = medianOf(oneMonth, 'time') - latency;
  const time = medianOf(ours, 'time') - startUp;
  return [
    name,
    (time / 1000).toFixed(2),
    (median(curls) / 1000).toFixed(2),
    (time / median(curls)).toFixed(2),
    medianOf(ours, 'peak').toFixed(0),
    medianOf(oneMonth, 'peak').toFixed(0),
  ];
}

async function curl(addresses, { home, env }) {
  const config = join(home, 'addresses');
  const lines = addresses.map((url) => `url = "${url}"\noutput = /dev/null\n`);
  writeFileSync(config, lines.join(''));
  const options = ['--silent', '--parallel', '--parallel-max', String(together), '--config', config];
  return timed('curl', options, { env });
}
