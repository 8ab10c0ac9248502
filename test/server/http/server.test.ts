import { Server } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { Failure } from '../../../src/errors.ts';
import type { Handler } from '../../../src/server/http/handler.ts';
import { listen } from '../../../src/server/http/server.ts';
import { Latch } from '../../support/latch.ts';
import { ask, sendBytes } from './ask.ts';

test('a port that is taken, and an address that this machine lacks, are failures with a hint', async () => {
  const { url, close } = await listen(async () => {}, 0);
  const port = Number(new URL(url).port);
  const taken = await listen(async () => {}, port).catch((error) => error);
  await close();
  expect(taken).toBeInstanceOf(Failure);
  const hints = [['--port 0 picks a free one'], ['--host takes an address of this machine']];
  expect(taken).toMatchObject({ exitCode: 1, message: `port ${port} is in use`, hints: hints[0] });
  const message = 'cannot listen on 192.0.2.1: address not available';
  await expect(listen(async () => {}, 0, '192.0.2.1')).rejects.toMatchObject({ exitCode: 1, message, hints: hints[1] });
});

/** A server whose idle connections end by nothing but being closed; its clock stands still. */
async function patient(handler: Handler) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const started = vi.spyOn(Server.prototype, 'listen');
  const listening = await listen(handler, 0);
  const server = started.mock.contexts[0] as Server;
  server.setTimeout(0);
  Object.assign(server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 });
  return { ...listening, server, port: Number(new URL(listening.url).port) };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('requests that one client sends ahead do not keep the others waiting', async () => {
  const answered: (string | undefined)[] = [];
  const { url, close } = await listen(async ({ url }, response) => {
    answered.push(url);
    response.end();
  }, 0);
  const ahead = 'GET /many HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(90);
  const last = 'GET /many HTTP/1.0\r\n\r\n';
  await Promise.all([sendBytes(url, ahead + last), ask(url, '/one')]);
  expect(answered).toHaveLength(92);
  expect(answered.indexOf('/api/one')).toBeLessThan(45);
  await close();
});

test('closing waits 5 seconds at most for a request that does not end', async () => {
  const asked = new Latch();
  const { url, close, server } = await patient(async () => asked.open());
  const answer = ask(url, '').catch((error: Error) => error);
  await asked.opened;
  const end = vi.spyOn(server, 'closeAllConnections');
  const closed = close();
  vi.advanceTimersByTime(4999);
  expect(end).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  await closed;
  expect(await answer).toBeInstanceOf(Error);
});
