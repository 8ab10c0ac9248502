import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { median, newHome, printTable, program, timed } from './measure.mjs';
import { startSlowService } from './slow-service.mjs';

const lookUps = 100;
const month = '/time-series.json?app_id=a&start=2024-01-01&end=2024-01-31';
const request = (target) => `GET /api${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** What each of so many connections sends before it reads nothing. */
const attacks = [
  ['nobody else', 0, ''],
  ['half a request each', 900, 'GET /api/latest.json HTTP/1.1\r\nHost: loc'],
  ['thousands of requests each', 40, request(month).repeat(5000)],
  ['garbage', 50, '\0\xff\r\n'.repeat(100_000)],
];

/** How long a look-up takes at `serve` while others attack it. */
export async function serveAttacked() {
  const machine = newHome();
  const service = await startSlowService(0, machine.env);
  machine.env.RATEBOOK_BASE_URL = service.url;
  machine.env.RATEBOOK_APP_ID = 'benchmark-key';
  await timed(process.execPath, [program, 'series', '2024-01', '-s', 'EUR'], machine);
  await service.close();
  const rows = [['', 'connections', 'median ms', 'longest ms']];
  for (const attack of attacks) rows.push(await measure(attack, machine));
  console.log(`\nserve: ${lookUps} look-ups one after another, beside`);
  printTable(rows);
}

async function measure([name, count, bytes], { env }) {
  const server = spawn(process.execPath, [program, 'serve', '--offline', '--port', '0', '--quiet'], { env });
  const [line] = await once(server.stdout, 'data');
  const url = String(line).trim();
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(new URL(url).port, '127.0.0.1', () => socket.write(bytes));
    return socket.on('error', () => {});
  });
  const times = [];
  for (let number = 0; number < lookUps; number++) {
    const started = performance.now();
    await (await fetch(`${url}/historical/2024-01-17.json?app_id=a`)).arrayBuffer();
    times.push(performance.now() - started);
  }
  for (const socket of sockets) socket.destroy();
  server.kill();
  await once(server, 'close');
  return [name, String(count), median(times).toFixed(1), Math.max(...times).toFixed(1)];
}
