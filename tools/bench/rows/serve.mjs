import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ask } from '../ask.mjs';
import { Machine, program } from '../measure.mjs';
import { startSlowService } from '../slow-service.mjs';

const year = 2024;
const connections = 64;
const bareServer = join(import.meta.dirname, '../bare-server.mjs');
const usage = join(import.meta.dirname, '../usage.cjs');

const day = '/historical/2024-01-17.json?app_id=a';
const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`);
const ofMonth = (month) => `/time-series.json?app_id=a&prettyprint=0&start=${month}-01&end=${month}-31`;

const loads = [
  { work: 'a stored day', targets: [day], count: 20_000 },
  { work: 'the months of a year', targets: months.map(ofMonth), count: 6000 },
];

const row = ({ work, ...load }) => ({
  work: `serve: ${work}, ${connections} connections`,
  against: 'a bare Node server',
  // who asks shares the processors, and how many requests come at once decides what one costs
  wantsIdle: true,
  ours: ({ serve }) => serve.answer(load),
  other: ({ bare }) => bare.answer(load),
});

/** CPU time of a request, at `serve` over stored days and at a server that sends the same bodies from memory. */
export const serving = {
  rows: loads.map(row),

  async open() {
    const machine = new Machine();
    await holdYear(machine);
    const serve = await start([program, 'serve', '--offline', '--port', '0', '--quiet'], machine);
    const addresses = loads.flatMap(({ targets }) => targets).map((target) => serve.url + target);
    const bare = await start([bareServer], machine, JSON.stringify(addresses));

    // warms both up
    for (const load of loads) for (const server of [serve, bare]) await server.answer(load);
    return { serve, bare, close: () => Promise.all([serve.end(), bare.end()]) };
  },
};

async function holdYear(machine) {
  const service = await startSlowService(0, machine.env);
  machine.env.RATEBOOK_BASE_URL = service.url;
  machine.env.RATEBOOK_APP_ID = 'benchmark-key';
  await machine.ratebook(['series', String(year), '-s', 'EUR', '--yes']);
  await service.close();
}

/** Either server, which prints its address when it is ready. */
async function start(args, { env }, input = '') {
  const child = spawn(process.execPath, ['--require', usage, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  child.stdin.end(input);
  const [line] = await once(child.stdout, 'data');
  return new Server(child, String(line).trim());
}

class Server {
  constructor(child, url) {
    this.child = child;
    this.url = url;
  }

  /** Milliseconds that it takes for each of so many requests. */
  async answer({ targets, count }) {
    const before = await this.taken();
    await ask(
      targets.map((target) => this.url + target),
      { count, connections },
    );
    return { cpu: ((await this.taken()) - before) / count };
  }

  async taken() {
    this.child.send('usage');
    const [milliseconds] = await once(this.child, 'message');
    return milliseconds;
  }

  async end() {
    this.child.kill();
    await once(this.child, 'close');
  }
}
