import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { Failure } from '../../../src/errors.ts';
import { listen } from '../../../src/server/api/listen.ts';
import { ask, sendBytes } from './ask.ts';

test('the address is on loopback and ends with /api; closed, nothing answers there', async () => {
  const { url, close } = await listen((_, response) => response.end('x'), { port: 0 });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
  expect((await ask(url, '')).text).toBe('x');
  await close();
  await expect(ask(url, '')).rejects.toThrow(/ECONNREFUSED/);
});

test('a port that is taken is a failure with a hint', async () => {
  const { url, close } = await listen(() => {}, { port: 0 });
  const port = Number(new URL(url).port);
  const failure = await listen(() => {}, { port }).catch((error) => error);
  await close();
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({ exitCode: 1, message: `port ${port} is in use` });
  expect(failure.hint).toMatch(/another port/);
});

test('closing lets a request under way finish and does not wait for its kept-alive connection', async () => {
  let closed: Promise<void> | undefined;
  const { url, close } = await listen(
    (_, response) => {
      closed = close();
      setTimeout(() => response.end('whole'), 200);
    },
    { port: 0 },
  );
  const agent = new Agent({ keepAlive: true });
  const text = new Promise<string>((resolve, reject) => {
    const sent = request(url, { agent }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    });
    sent.on('error', reject).end();
  });
  expect(await text).toBe('whole');
  const before = performance.now();
  await closed;
  expect(performance.now() - before).toBeLessThan(2000);
  agent.destroy();
});

test.concurrent('closing waits 5 seconds at most for a request that does not end', async () => {
  const { url, close } = await listen(() => {}, { port: 0 });
  const answer = ask(url, '').catch((error: Error) => error);
  const quiet = connect(Number(new URL(url).port), '127.0.0.1');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const before = performance.now();
  await close();
  const took = performance.now() - before;
  quiet.destroy();
  expect(took).toBeGreaterThan(4500);
  expect(took).toBeLessThan(7000);
  expect(await answer).toBeInstanceOf(Error);
});

test('headers without end are cut off', async () => {
  const { url, close } = await listen((_, response) => response.end(), { port: 0 });
  const flood = `GET /api HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;
  expect(await sendBytes(url, flood)).toMatch(/^HTTP\/1\.1 431 /);
  await close();
});

test('closing is not kept waiting by connections that ask for nothing', async () => {
  const { url, close } = await listen((_, response) => response.end(), { port: 0 });
  const port = Number(new URL(url).port);
  const silent = connect(port, '127.0.0.1');
  const halfOpen = connect(port, '127.0.0.1', () => halfOpen.write('GET /api HT'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const before = performance.now();
  await close();
  expect(performance.now() - before).toBeLessThan(1000);
  silent.destroy();
  halfOpen.destroy();
});

test('the requests of one connection are answered in turn, those of another meanwhile', async () => {
  const seen: string[] = [];
  const { url, close } = await listen(
    ({ url: target = '' }, response) => {
      seen.push(target);
      setTimeout(() => response.end(), target.startsWith('/slow') ? 200 : 0);
    },
    { port: 0 },
  );
  const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n`;
  const ahead = sendBytes(
    url,
    `${get('/slow1')}\r\n${get('/slow2')}\r\n${get('/last')}Connection: close\r\n\r\n`,
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(seen).toEqual(['/slow1']);
  await ask(url, '/other');
  expect(seen).toEqual(['/slow1', '/api/other']);
  expect((await ahead).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  expect(seen.slice(2)).toEqual(['/slow2', '/last']);
  await close();
});

test('who sends more than a hundred requests ahead is cut off; nothing of his is answered any more', async () => {
  let answered = 0;
  const { url, close } = await listen(
    (_, response) => {
      answered++;
      setTimeout(() => response.end(), 50);
    },
    { port: 0 },
  );
  const many = 'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500);
  await sendBytes(url, many).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(answered).toBeLessThanOrEqual(2);
  expect((await ask(url, '')).status).toBe(200);
  await close();
});

test('over a thousand connections the oldest idle one gives way, and never one that waits for its answer', async () => {
  const { url, close } = await listen(
    (_, response) => {
      setTimeout(() => response.end('whole'), 1500);
    },
    { port: 0 },
  );
  const port = Number(new URL(url).port);
  const waiting = ask(url, '');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const idle = Array.from({ length: 1100 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  const late = ask(url, '');
  expect((await waiting).text).toBe('whole');
  expect((await late).text).toBe('whole');
  expect(idle.filter((socket) => socket.readableEnded || socket.destroyed).length).toBeLessThanOrEqual(110);
  for (const socket of idle) socket.destroy();
  await close();
});
