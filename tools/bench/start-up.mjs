import { createServer } from 'node:http';
import { median, newHome, program, timed } from './measure.mjs';

const runs = 25;
const nothing = [['-e', '0']];
const held = ['historical', '2024-01-17', '--demo'];

/** Each with its arguments, and the exit code where it is not 0. */
const cases = [
  { name: '`--version`', args: ['--version'], reach: 1.5 },
  { name: '`--help`', args: ['--help'], reach: 1.5 },
  { name: 'a usage error', args: ['sries'], expect: 2, reach: 1.5 },
  { name: 'a completion script', args: ['completion', 'bash'], reach: 1.5 },
  { name: 'a held look-up, csv', args: [...held, '-f', 'csv'], reach: 1.8 },
  { name: 'a held look-up, table', args: [...held, '-f', 'table'], reach: 1.8 },
  { name: '`series 2024-01 --dry-run`', args: ['series', '2024-01', '--dry-run'], reach: 1.8 },
];

/** Short runs beside an empty Node, all in turns. */
export async function startUp() {
  const machine = newHome();
  const service = await startBareService(machine.env);
  const notHeld = { name: 'a look-up not held, server at 0 ms', reach: 3.5 };
  const all = [...cases, notHeld];
  const times = new Map([nothing, ...all].map((one) => [one, []]));
  const run = async (one, args, options = {}) =>
    times.get(one).push(await timed(process.execPath, args, { env: machine.env, ...options }));
  try {
    await timed(process.execPath, [program, ...held], { env: machine.env });
    for (let turn = 0; turn < runs; turn++) {
      await run(nothing, nothing[0]);
      for (const one of cases) await run(one, [program, ...one.args], { expect: one.expect });
      await run(notHeld, [program, 'historical', service.days[turn], '-f', 'csv']);
    }
  } finally {
    service.close();
  }
  const other = median(times.get(nothing));
  return all.map((one) => {
    const time = median(times.get(one));
    return { case: one.name, against: '`node -e 0`', time, other, reach: one.reach };
  });
}

/** One day's rates, the same whichever day is asked for. */
async function startBareService(env) {
  const codes = Array.from({ length: 170 }, (_, at) => `X${String.fromCharCode(65 + at / 26, 65 + (at % 26))}`);
  const rates = Object.fromEntries([['USD', 1], ...codes.map((code, at) => [code, (at + 1) / 7])]);
  const body = JSON.stringify({ timestamp: 1705535999, base: 'USD', rates });
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body),
  );
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  env.RATEBOOK_BASE_URL = `http://127.0.0.1:${server.address().port}/api`;
  env.RATEBOOK_APP_ID = 'benchmark-key';
  const days = Array.from({ length: runs }, (_, at) => new Date(Date.UTC(2023, 0, 1 + at)).toISOString().slice(0, 10));
  return { days, close: () => server.close() };
}
