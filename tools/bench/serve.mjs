import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { median, newHome, program, timed } from './measure.mjs';
import { startSlowService } from './slow-service.mjs';

const connections = 64;
const rounds = 5;
const seconds = 3;
const year = 2024;
const bareServer = join(import.meta.dirname, 'bare-server.mjs');

const days = Array.from({ length: 366 }, (_, at) => new Date(Date.UTC(year, 0, 1 + at)).toISOString().slice(0, 10));
const day = (day) => `/historical/${day}.json?app_id=a`;
const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`);
const month = (month) => `/time-series.json?app_id=a&prettyprint=0&start=${month}-01&end=${month}-31`;

/** What clients ask for in turn, and the part of the bare server's requests a second that is to be reached. */
const loads = [
  ['serve: one held day', [day('2024-01-17')], 0.5],
  ['serve: every day of a year in turn', days.map(day), 0.4],
  ['serve: every month of a year in turn', months.map(month), 0.3],
];

/** `serve` over a year of held days beside a bare Node server that sends the same bodies; requests a second, by wrk. */
export async function serveLoad() {
  if (spawnSync('wrk', ['-v']).error) {
    console.log('\nserve: not measured, since there is no wrk (apt-get install wrk)');
    return [];
  }
  const machine = newHome();
  await holdYear(machine);
  const rows = [];
  for (const load of loads) rows.push(await measure(load, machine));
  return rows;
}

async function holdYear(machine) {
  const service = await startSlowService(0, machine.env);
  machine.env.RATEBOOK_BASE_URL = service.url;
  machine.env.RATEBOOK_APP_ID = 'benchmark-key';
  await timed(process.execPath, [program, 'series', String(year), '-s', 'EUR', '--yes'], machine);
  await service.close();
}

async function measure([name, targets, reach], { home, env }) {
  const script = join(home, 'load.lua');
  writeFileSync(script, luaOf(targets.map((target) => `/api${target}`)));
  const serve = await start([program, 'serve', '--offline', '--port', '0', '--quiet'], env);
  const addresses = targets.map((target) => serve.url + target);
  const bare = await start([bareServer], env, JSON.stringify(addresses));
  const rates = { serve: [], bare: [] };
  try {
    // the first round warms both up
    for (let round = 0; round <= rounds; round++) {
      const [ours, theirs] = [await load(script, serve.url), await load(script, bare.url)];
      if (round === 0) continue;
      rates.serve.push(ours);
      rates.bare.push(theirs);
    }
  } finally {
    await Promise.all([serve.end(), bare.end()]);
  }
  const [rate, other] = [median(rates.serve), median(rates.bare)];
  return { case: name, against: 'a bare Node HTTP server', rate, other, reach };
}

/** Either server, which prints its address when it is ready. */
async function start(args, env, input = '') {
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  const [line] = await once(child.stdout, 'data');
  const end = async () => {
    child.kill();
    await once(child, 'close');
  };
  return { url: String(line).trim(), end };
}

const luaOf = (paths) => `
local paths = { ${paths.map((path) => `"${path}"`).join(', ')} }
local number = 0
request = function()
  number = number % #paths + 1
  return wrk.format('GET', paths[number])
end`;

/** Requests a second. */
async function load(script, url) {
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url];
  const child = spawn('wrk', options, { stdio: ['ignore', 'pipe', 'inherit'] });
  const report = await text(child.stdout);
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(report) ?? [];
  if (!rate || /Socket errors|Non-2xx/.test(report)) throw new Error(`wrk ${options.join(' ')}:\n${report}`);
  return Number(rate);
}
