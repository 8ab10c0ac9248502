import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newHome, printTable, program, timed } from './measure.mjs';
import { startSlowService } from './slow-service.mjs';

const connections = 64;
const seconds = 20;
const year = 2024;

const days = Array.from({ length: 366 }, (_, at) =>
  new Date(Date.UTC(year, 0, 1 + at)).toISOString().slice(0, 10),
);
const months = Array.from({ length: 12 }, (_, at) => [
  `${year}-${String(at + 1).padStart(2, '0')}-01`,
  `${year}-${String(at + 1).padStart(2, '0')}-31`,
]);
const month = ([start, end]) => `/time-series.json?app_id=a&prettyprint=0&start=${start}&end=${end}`;

/** What clients ask for in turn, and whether they accept gzip. */
const loads = [
  ['one day', ['/historical/2024-01-17.json?app_id=a'], false],
  ['every day of a year', days.map((day) => `/historical/${day}.json?app_id=a`), false],
  [
    'every day of a year, in EUR',
    days.map((day) => `/historical/${day}.json?app_id=a&base=EUR&symbols=GBP,JPY`),
    false,
  ],
  ['every month of a year', months.map(month), false],
  ['every month of a year, gzip', months.map(month), true],
];

/** Load on `serve` over a year of held days, by wrk. */
export async function serveLoad() {
  if (spawnSync('wrk', ['-v']).error) {
    console.log('\nserve: not measured, since there is no wrk (apt-get install wrk)');
    return;
  }
  const machine = newHome();
  const service = await startSlowService(0, machine.env);
  machine.env.RATEBOOK_BASE_URL = service.url;
  machine.env.RATEBOOK_APP_ID = 'benchmark-key';
  try {
    await timed(process.execPath, [program, 'series', String(year), '-s', 'EUR', '--yes'], machine);
    service.close();
    const rows = [['', 'requests/s', 'median ms', 'p99 ms', 'MB/s', 'errors', 'memory MB']];
    for (const load of loads) rows.push(await measure(load, machine));
    console.log(`\nserve: ${connections} connections for ${seconds} s on held days`);
    printTable(rows);
  } finally {
    machine.remove();
  }
}

async function measure([name, targets, gzip], { home, env }) {
  const server = spawn(process.execPath, [program, 'serve', '--offline', '--port', '0', '--quiet'], { env });
  const [line] = await once(server.stdout, 'data');
  const url = String(line).trim();
  const script = join(home, 'load.lua');
  writeFileSync(script, luaOf(targets.map((target) => new URL(url).pathname + target)));
  const headers = gzip ? ['-H', 'Accept-Encoding: gzip'] : [];
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...headers, '-s', script, url];
  const report = await outputOf('wrk', options);
  const memory = Number(await outputOf('ps', ['-o', 'rss=', '-p', String(server.pid)])) / 1024;
  server.kill();
  await once(server, 'close');
  return [name, ...figures(report), memory.toFixed(0)];
}

const luaOf = (paths) => `
local paths = { ${paths.map((path) => `"${path}"`).join(', ')} }
local number = 0
request = function()
  number = number % #paths + 1
  return wrk.format('GET', paths[number])
end`;

function figures(report) {
  const find = (pattern) => pattern.exec(report)?.slice(1) ?? [];
  const milliseconds = ([value, unit]) => (Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit]).toFixed(1);
  const sizes = { KB: 1 / 1024, MB: 1, GB: 1024 };
  const [rate] = find(/Requests\/sec:\s+([\d.]+)/);
  const [size, unit] = find(/Transfer\/sec:\s+([\d.]+)(\w+)/);
  const socket = find(/Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/);
  const errors = [...socket, ...find(/Non-2xx or 3xx responses: (\d+)/)].map(Number);
  return [
    Number(rate).toFixed(0),
    milliseconds(find(/50%\s+([\d.]+)(\w+)/)),
    milliseconds(find(/99%\s+([\d.]+)(\w+)/)),
    (Number(size) * sizes[unit]).toFixed(0),
    String(errors.reduce((sum, count) => sum + count, 0)),
  ];
}

async function outputOf(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (part) => {
    text += part;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
  return text;
}
