import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, newHome, timed, timedProgram } from './measure.mjs';
import { startSlowService } from './slow-service.mjs';

const together = 8;
const runs = 5;
const symbols = ['-s', 'EUR,GBP', '--yes'];
const long = ['series', '1999', '2025', ...symbols, '--concurrency', String(together)];
const year = ['series', '2024', ...symbols, '--concurrency', String(together)];
const month = ['series', '2024-01', ...symbols];

/** Days that are fetched, beside curl at the same addresses; and the peak of memory beside that of one month. */
export async function fetching() {
  return [
    ...(await compare({
      name: '324 months at 50 ms, 8 at once, no store',
      args: [...long, '--no-store'],
      latency: 50,
      reach: 1.06,
    })),
    ...(await compare({ name: '324 months onto an empty store', args: long, latency: 50, reach: 1.6 })),
    ...(await compare({
      name: 'a year day by day (free plan) at 20 ms, empty store',
      args: year,
      latency: 20,
      plan: 'free',
      reach: 1.5,
    })),
  ];
}

async function compare({ name, args, latency, plan = 'unlimited', reach }) {
  const machine = newHome();
  const service = await startSlowService(latency, machine.env);
  machine.env.RATEBOOK_BASE_URL = service.url;
  machine.env.RATEBOOK_APP_ID = `${plan}-key`;
  let number = 0;
  // a home for each run: file systems are slow for a while where much has just been deleted
  const run = (args) => {
    const env = { ...machine.env, HOME: join(machine.home, String(number++)), XDG_CACHE_HOME: machine.home };
    return timedProgram(args, { ...machine, env });
  };
  try {
    // the first time fills the service's memory, and tells which addresses curl is to ask for
    await run(args);
    const addresses = service.takeAsked().filter((url) => !url.includes('/usage.json'));
    const [ours, curls, oneMonth] = [[], [], []];
    for (let turn = 0; turn < runs; turn++) {
      ours.push(await run(args));
      curls.push(await curl(addresses, machine));
      oneMonth.push(await run([...month, ...args.filter((arg) => arg === '--no-store')]));
    }
    const medianOf = (results, what) => median(results.map((result) => result[what]));
    const time = medianOf(ours, 'time');
    const other = median(curls);
    const peak = medianOf(ours, 'peak');
    const before = medianOf(oneMonth, 'peak');
    return [
      { case: name, against: `\`curl --parallel-max ${together}\``, time, other, reach },
      { case: `memory: ${name}`, against: 'one month', peak, other: before, reach: 40 },
    ];
  } finally {
    await service.close();
  }
}

async function curl(addresses, { home, env }) {
  const config = join(home, 'addresses');
  writeFileSync(config, addresses.map((url) => `url = "${url}"\noutput = /dev/null\n`).join(''));
  const options = ['--silent', '--parallel', '--parallel-max', String(together), '--config', config];
  return timed('curl', options, { env });
}
