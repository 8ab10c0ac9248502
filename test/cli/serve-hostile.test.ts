import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Answered, ask, sendBytes } from '../server/http/ask.ts';
import { atEnd } from '../support/at-end.ts';
import { scene } from '../support/scene.ts';
import { Serving } from '../support/serving.ts';

const month = '/time-series.json?app_id=a&start=2024-01-01&end=2024-01-31';
const request = (target: string, headers = '') => `GET /api${target} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

/** The files that tell what another process holds. */
const hasProc = existsSync('/proc/self/fd');

/** A server that holds January 2024, and who attacks it. */
async function attacked() {
  const { machine } = await scene(undefined, { key: 'enterprise' });
  const serving = await Serving.start(machine, ['--quiet'], { endless: false });
  /** On a busy machine it may ask for patience first, or no longer wait for a request that it had no time to read. */
  const status = async (get: () => Promise<Answered>) => {
    for (;;) {
      const answer = await get().catch(() => undefined);
      if (answer && answer.status !== 503) return answer.status;
    }
  };
  expect(await status(() => serving.get(month))).toBe(200);
  const port = Number(new URL(serving.url).port);

  /** A connection that has sent this and reads nothing. */
  const open = (bytes: string): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(bytes);
        resolve(socket);
      });
      socket.on('error', () => {});
      atEnd(() => socket.destroy());
    });

  /** MB in use, where the system tells. */
  const memory = () => {
    if (!hasProc) return 0;
    const status = readFileSync(`/proc/${serving.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };
  const before = memory();

  /** One after another, while it takes no more than so many MB. */
  const othersAreAnswered = async (most = 150) => {
    for (let number = 0; number < 10; number++)
      expect(await status(() => serving.day(`2024-01-${10 + number}`))).toBe(200);
    expect(memory() - before).toBeLessThan(most);
  };

  const descriptors = () => readdirSync(`/proc/${serving.pid}/fd`).length;
  const few = hasProc ? descriptors() + 5 : 0;
  /** Resolves when it has closed all but a few connections. */
  const hasLetGo = async () => {
    while (descriptors() > few) await sleep(100);
  };
  return { serving, open, othersAreAnswered, hasLetGo };
}

const many = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));

async function closed(socket: Socket): Promise<void> {
  socket.resume();
  // a reset closes it too
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}

describe('others are answered, and memory stays bounded,', () => {
  test('under addresses and headers of 10 MB', async () => {
    const { serving, othersAreAnswered } = await attacked();
    const huge = 'x'.repeat(10_000_000);
    const attacks = [
      request(`/latest.json?app_id=${huge}`),
      request('/latest.json', `X: ${huge}\r\n`),
      request('/latest.json', 'X: y\r\n'.repeat(1_500_000)),
      `${huge} / HTTP/1.1\r\n\r\n`,
      huge,
    ];
    const refusals = Promise.all(attacks.map((bytes) => sendBytes(serving.url, bytes).catch(() => '')));
    await othersAreAnswered();
    for (const refusal of await refusals) expect(refusal).toMatch(/^(HTTP\/1\.1 4(31|00) |$)/);
    await othersAreAnswered(100);
  });

  test.concurrent('with 200 connections half-open, 200 that trickle, 200 that ask and never read, and 200 silent', async () => {
    const { open, othersAreAnswered } = await attacked();
    const halfOpen = await many(200, () => open('GET /api/latest.json HTTP/1.1\r\nHost: loc'));
    const trickling = await many(200, () => open('GET /api/latest.json?'));
    const drops = setInterval(() => {
      for (const socket of trickling) if (!socket.destroyed) socket.write('x');
    }, 300);
    atEnd(() => clearInterval(drops));
    const deaf = await many(200, (at) => open(request(`${month}&symbols=EUR,X${at}`)));
    for (const socket of deaf) socket.pause();
    const silent = await many(200, () => open(''));
    await othersAreAnswered();
    // all are closed in the end
    await Promise.all([...halfOpen, ...trickling, ...silent].map(closed));
  });
});

// the tests of the handler have every way to ask
test('web pages and other machines are answered, and spend, by one page, one name and one app_id alone', async () => {
  const { service, machine } = await scene();
  machine.write('ids', '# of the team\nSECRET-ID\n');
  const ids = join(machine.home, 'ids');
  const page = 'https://app.example.com';
  const guests = ['--host', '0.0.0.0', '--ids', ids, '--allow-host', 'rates', '--allow-origin', page];
  const serving = await Serving.start(machine, guests);
  const at = `http://127.0.0.1:${new URL(serving.url).port}`;
  const get = (target: string, headers: Record<string, string> = {}) => ask(at, target, { headers });
  const key = { Authorization: 'Token SECRET-ID' };
  const day = 'api/historical/2024-01-17.json';
  expect((await get(day)).text).toContain('missing_app_id');
  expect((await get(`${day}?app_id=me`)).text).toContain('invalid_app_id');
  for (const from of [{ Host: 'other' }, { Origin: 'https://evil.example.com' }, { 'Sec-Fetch-Site': 'cross-site' }])
    expect((await get(day, { ...key, ...from } as Record<string, string>)).status).toBe(403);
  expect(service.cost()).toBe(0);
  const asked = { ...key, Host: 'rates:8787', Origin: page, 'Sec-Fetch-Site': 'cross-site' };
  expect((await get(day, asked)).headers['access-control-allow-origin']).toBe(page);
  expect((await get('health', { Host: 'rates' })).json).toMatchObject({ spent: 1, left: 365 });
  expect(`${serving.url} ${serving.log().join()}`).not.toContain('SECRET-ID');
  expect(serving.url).toMatch(/^http:\/\/0\.0\.0\.0:\d+\/api$/);
});
