import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { Failure } from '../../../src/errors.ts';
import { Connections } from '../../../src/server/http/connections.ts';
import { listen } from '../../../src/server/http/listen.ts';
import { Latch, turns } from '../../support/latch.ts';
import { ask, sendBytes } from './ask.ts';

test('the address is on loopback and ends with /api; closed, nothing answers there', async () => {
  const { url, close } = await listen((_, response) => response.end('x'), 0);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
  expect((await ask(url, '')).text).toBe('x');
  await close();
  await expect(ask(url, '')).rejects.toThrow(/ECONNREFUSED/);
});

test('a port that is taken, and an address that this machine lacks, are failures with a hint', async () => {
  const { url, close } = await listen(() => {}, 0);
  const port = Number(new URL(url).port);
  const taken = await listen(() => {}, port).catch((error) => error);
  await close();
  expect(taken).toBeInstanceOf(Failure);
  const hints = [['--port 0 picks a free one'], ['--host takes an address of this machine']];
  expect(taken).toMatchObject({ exitCode: 1, message: `port ${port} is in use`, hints: hints[0] });
  const message = 'cannot listen on 192.0.2.1: address not available';
  await expect(listen(() => {}, 0, '192.0.2.1')).rejects.toMatchObject({ exitCode: 1, message, hints: hints[1] });
});

/** A server whose idle connections end by nothing but being closed; its clock stands still. */
async function patient(handler: RequestListener) {
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

test('closing lets a request under way finish and does not wait for its kept-alive connection', async () => {
  let closed: Promise<void> | undefined;
  const { url, close } = await patient((_, response) => {
    closed = close();
    setImmediate(() => response.end('whole'));
  });
  expect(await (await fetch(url)).text()).toBe('whole');
  await closed;
});

test('closing waits 5 seconds at most for a request that does not end', async () => {
  const asked = new Latch();
  const { url, close, server } = await patient(asked.open);
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

test('closing is not kept waiting by connections that ask for nothing', async () => {
  const { close, server, port } = await patient((_, response) => response.end());
  const silent = connect(port, '127.0.0.1');
  const [first] = (await once(server, 'connection')) as [Socket];
  const halfOpen = connect(port, '127.0.0.1', () => halfOpen.write('GET /api HT'));
  const [second] = (await once(server, 'connection')) as [Socket];
  while (first.bytesRead + second.bytesRead === 0) await new Promise(setImmediate);
  await close();
  silent.destroy();
  halfOpen.destroy();
});

test('the requests of one connection are answered in turn, those of another meanwhile', async () => {
  const seen: string[] = [];
  const slow = new Latch();
  const asked = new Latch();
  const { url, close } = await listen(({ url: target = '' }, response) => {
    seen.push(target);
    asked.open();
    if (target.startsWith('/slow')) slow.opened.then(() => response.end());
    else response.end();
  }, 0);
  const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n`;
  const ahead = sendBytes(url, `${get('/slow1')}\r\n${get('/slow2')}\r\n${get('/last')}Connection: close\r\n\r\n`);
  await asked.opened;
  await ask(url, '/other');
  expect(seen).toEqual(['/slow1', '/api/other']);
  slow.open();
  expect((await ahead).match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  expect(seen.slice(2)).toEqual(['/slow2', '/last']);
  await close();
});

test('who sends more than a hundred requests ahead is cut off; nothing of his is answered any more', async () => {
  const seen: ServerResponse[] = [];
  const { url, close } = await listen(({ url: target }, response) => {
    if (target === '/api/other') response.end();
    else seen.push(response);
  }, 0);
  const many = 'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(500);
  expect(await sendBytes(url, many).catch(() => '')).toBe('');
  for (const response of seen) response.end();
  expect((await ask(url, '/other')).status).toBe(200);
  expect(seen).toHaveLength(1);
  await close();
});

test('over a thousand connections the oldest idle one gives way, and never one that waits for its answer', async () => {
  const latch = new Latch();
  const asked = new Latch();
  let requests = 0;
  const { url, close, server, port } = await patient((_, response) => {
    requests++;
    asked.open();
    latch.opened.then(() => response.end('whole'));
  });
  const waiting = ask(url, '');
  await asked.opened;
  let connections = 0;
  server.on('connection', () => connections++);
  const idle: Socket[] = [];
  // no more at once than the system queues for a listener: it forgets the others
  while (idle.length < 1100) {
    for (let more = 0; more < 100; more++) idle.push(connect(port, '127.0.0.1').on('error', () => {}));
    while (connections < idle.length) await new Promise(setImmediate);
  }
  const late = ask(url, '');
  while (requests < 2) await new Promise(setImmediate);
  latch.open();
  expect((await waiting).text).toBe('whole');
  expect((await late).text).toBe('whole');
  const gone = () => idle.filter((socket) => socket.readableEnded || socket.destroyed).length;
  while (gone() < 100) await new Promise(setImmediate);
  expect(gone()).toBeLessThanOrEqual(110);
  for (const socket of idle) socket.destroy();
  await close();
});

test('a request that comes in the very turn in which the last one ended is answered once', async () => {
  const server = new EventEmitter();
  const socket = new EventEmitter();
  const connections = new Connections();
  connections.watch(server as Server);
  server.emit('connection', socket);
  const answering: unknown[] = [];
  const listener = connections.oneByOne((_, response) => answering.push(response));
  const come = () => {
    const response = new EventEmitter();
    listener({ socket } as IncomingMessage, response as ServerResponse);
    return response;
  };
  const first = come();
  first.emit('close');
  const second = come();
  await turns(2);
  expect(answering).toEqual([first, second]);
  expect(answering[1]).toBe(second);
});
