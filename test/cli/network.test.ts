import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { atEnd } from '../support/at-end.ts';
import { answering, first, pass, sending, status } from '../support/faults.ts';
import { runHere } from '../support/here.ts';
import { Latch } from '../support/latch.ts';
import { certificate, type ProxyFault, startProxy } from '../support/proxy.ts';
import { appId, finished, Machine, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { dayBody, type Fault } from '../support/service.ts';

const day = 'historical 2024-01-17 -s EUR --no-store';
const debugging = `${day} --debug`.split(' ');
const mega = 1024 * 1024;

/** A day in a body of so many bytes. */
const padded = (size = 0) => Buffer.from(JSON.stringify(dayBody({ EUR: 0.5 })).padEnd(size));

const endless: Fault = (_request, response) => {
  const chunk = Buffer.alloc(mega, ' ');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.writeHead(200).on('drain', more);
  more();
};

test("with the debug output of Node's own HTTP client, the key is printed nowhere", async () => {
  const { built } = await scene();
  const { code, stdout, stderr } = await built(day, { env: { NODE_DEBUG: 'undici,fetch,websocket' } });
  expect([code, (stdout + stderr).includes(appId)]).toEqual([0, false]);
});

describe('a body', () => {
  test.each(['gzip', 'GZIP', 'x-gzip'])('in %s is unpacked', async (encoding) => {
    const { run } = await scene(sending(gzipSync(padded()), { 'content-encoding': encoding }));
    expect((await run(day)).stdout).toContain('2024-01-17,USD,EUR,0.5\n');
  });

  test.each(['', 'no gzip'])('of an error, %j in the place of gzip, hides nothing of it', async (body) => {
    const { service, run } = await scene((_request, response) =>
      response.writeHead(401, { 'content-encoding': 'gzip' }).end(body),
    );
    expect([(await run(day)).code, service.requests.length]).toEqual([4, 1]);
  });

  test('is asked for in gzip, over connections that are kept for the next request', async () => {
    const accepted = new Set<unknown>();
    const sockets = new Set<unknown>();
    const { built } = await scene((_request, response, pass) => {
      accepted.add(response.req.headers['accept-encoding']);
      sockets.add(response.socket);
      pass();
    });
    expect((await built('series 2023 -s EUR --no-store --concurrency 2')).code).toBe(0);
    expect([...accepted]).toEqual([expect.stringContaining('gzip')]);
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  test('of 32 MB is taken', async () => {
    const { run } = await scene(sending(padded(32 * mega)));
    expect((await run(day)).code).toBe(0);
  });

  test.each<[what: string, fault: Fault]>([
    ['of more', sending(padded(32 * mega + 1))],
    ['that grows to more', sending(gzipSync(padded(40 * mega)), { 'content-encoding': 'gzip' })],
    ['without end', endless],
  ])('%s is refused, and not asked for again', async (_what, fault) => {
    const { service, machine, run } = await scene(fault);
    machine.write('rates.csv', 'before');
    const stderr = expect.stringMatching(/^ratebook: .*after 1 try: the response is larger than 32 MB$/m);
    expect(await run(`${day} -o ~/rates.csv`)).toMatchObject({ code: 1, stderr });
    expect([service.requests.length, machine.read('rates.csv')]).toEqual([1, 'before']);
  });
});

describe('a status', () => {
  test.each([200, 201, 203, 226])('of %i is that of an answer', async (code) => {
    const usage = { requests: 1, requests_remaining: 2, requests_quota: 3 };
    const { stored, run } = await scene(status(code, dayBody({ EUR: 0.5, USD: 1 })), {
      usage: status(code, { status: code, data: { plan: { name: 'Any' }, usage } }),
    });
    expect(await run('historical 2024-01-17 -s EUR --debug')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2024-01-17,USD,EUR,0.5\n'),
      stderr: expect.stringContaining(`try 1: ${code}, `),
    });
    expect(stored.days()).toEqual(['2024-01-17']);
    expect((await run('usage')).stdout).toContain('plan');
  });

  test.each([day, 'usage'])('of 304 to %s is told as that, and not asked for again', async (line) => {
    const unchanged: Fault = (_request, response) => void response.writeHead(304).end();
    const { service, run } = await scene(unchanged, { usage: unchanged });
    const words = /^ratebook: .* answered "not modified" \(304\) to an unconditional request\nhint: /m;
    expect(await run(line)).toMatchObject({ code: 1, stderr: expect.stringMatching(words) });
    expect(service.calls()).toBe(1);
  });

  test('of 100 that was not requested ends the run: another try might be charged, too', async () => {
    const { service, run } = await scene(
      first(1, (_request, response) => response.socket?.end('HTTP/1.1 100 Continue\r\n\r\n')),
    );
    const { code, stderr } = await run(day);
    expect(stderr).toMatch(
      /^ratebook: request to .* failed after 1 try: the server sent "100 Continue", which was not/m,
    );
    expect(stderr).toContain('cost 0 to 1 requests (one response of 1 day was lost)');
    expect([code, service.requests.length]).toEqual([1, 1]);
  });
});

describe('the key', () => {
  test('goes to the service, escaped as a query is', async () => {
    const { service, run } = await scene(pass, { key: 'a&b=c+d%/#?e' });
    await run(day);
    expect(service.requests[0]?.query.app_id).toBe('a&b=c+d%/#?e');
  });

  test('is not in what is stored, where the service repeats it', async () => {
    const { run, stored } = await scene(answering({ ...dayBody({ EUR: 0.5 }), disclaimer: `for ${appId}` }));
    expect((await run('historical 2024-01-17')).code).toBe(0);
    const file = readFileSync(join(stored.places.days, '2024-01-17.json'), 'utf8');
    expect(file).toContain('"disclaimer": "for ');
    expect(file).not.toContain(appId);
  });
});

describe('proxy', () => {
  const trusting = { NODE_EXTRA_CA_CERTS: certificate };
  const https = Machine.for('https://rates.example/api');

  describe('a proxy', () => {
    const name = 'HTTPS_PROXY';

    test.each([
      [name, 'http://'],
      ['https_proxy', ''],
    ])('in %s, as "%s" and its host, is the way to an address in HTTPS', async (name, scheme) => {
      const { url, connects } = await startProxy();
      const { code, stdout } = await https.run(debugging, { env: { ...trusting, [name]: scheme + new URL(url).host } });
      expect(stdout).toMatch(/^2024-01-17,USD,EUR,/m);
      expect([connects, code]).toEqual([['rates.example:443'], 0]);
    });

    test.each(['127.0.0.1', 'localhost'])('is never the way to %s', async (host) => {
      const { url, connects } = await startProxy();
      const { machine } = await scene();
      const base = machine.env.RATEBOOK_BASE_URL?.replace('127.0.0.1', host) ?? '';
      const run = await runHere(machine, debugging, { env: { [name]: url, HTTP_PROXY: url, RATEBOOK_BASE_URL: base } });
      expect([run.code, connects]).toEqual([0, []]);
    });

    test('nor to https://[::1], nor to the demonstration', async () => {
      const { url, connects } = await startProxy();
      const env = { [name]: url, HTTP_PROXY: url };
      expect(await firstTry({ ...env, RATEBOOK_BASE_URL: 'https://[::1]:9/api' })).toContain('refused');
      const demo = await runHere(https, ['historical', '2024-01-17', '--demo', '-s', 'EUR'], { env });
      expect([demo.code, connects]).toEqual([0, []]);
    });
  });

  /** Ends it as soon as the first try has failed. */
  async function firstTry(env: Record<string, string>): Promise<string> {
    const child = https.start(debugging, { env });
    const end = finished(child);
    await said(child, 'stderr', /try 1: .*\n/);
    child.kill('SIGINT');
    return (await end).stderr;
  }

  test('NO_PROXY names hosts that are asked without it', async () => {
    const { url, connects } = await startProxy();
    const stderr = await firstTry({ HTTPS_PROXY: url, NO_PROXY: 'other.example,rates.example' });
    expect(stderr).toMatch(/host not found|looked up/);
    expect(connects).toEqual([]);
  });

  test('a name and a password go to the proxy alone', async () => {
    const asked: IncomingHttpHeaders[] = [];
    const { url } = await startProxy((client, _number, _tunnel, headers) => {
      asked.push(headers);
      client.end('HTTP/1.1 407 No\r\n\r\n');
    });
    const stderr = await firstTry({ HTTPS_PROXY: url.replace('//', '//me%20too:pass%3Aword@') });
    expect(stderr).toContain('the proxy refused the connection (407)');
    expect(asked[0]).toMatchObject({
      host: 'rates.example',
      'proxy-authorization': `Basic ${Buffer.from('me too:pass:word').toString('base64')}`,
    });
    expect(asked[0]).not.toHaveProperty('authorization');
  });

  test('a proxy that is not there is what cannot be reached', async () => {
    const { code, stderr } = await runHere(https, debugging, { env: { HTTPS_PROXY: 'http://me:pass@127.0.0.1:1' } });
    expect(stderr).toMatch(
      /^ratebook: rates\.example cannot be reached: cannot connect through the proxy 127\.0\.0\.1:1 \(HTTPS_PROXY\): the connection was refused$/m,
    );
    expect(stderr).not.toContain('pass');
    expect(code).toBe(1);
  });

  test('a certificate that is not trusted ends the run at once', async () => {
    const { url, connects } = await startProxy();
    const { code, stderr } = await runHere(https, debugging, { env: { HTTPS_PROXY: url } });
    expect(stderr).toMatch(/^ratebook: request to rates\.example .*the certificate is not trusted/m);
    expect(code).toBe(1);
    expect(connects).toHaveLength(1);
  });
});

describe('connecting', () => {
  /** What stands in the way of a connection: settings of the machine, and when it has been met. */
  type Obstacle = { readonly env: Record<string, string>; readonly met: Promise<unknown> };

  async function behind(fault: ProxyFault): Promise<Obstacle & { readonly connects: readonly string[] }> {
    const met = new Latch();
    const { url, connects } = await startProxy((...args) => {
      met.open();
      fault(...args);
    });
    const env = { RATEBOOK_BASE_URL: 'https://rates.example/api', HTTPS_PROXY: url, NODE_EXTRA_CA_CERTS: certificate };
    return { env, met: met.opened, connects };
  }

  async function mute(): Promise<Obstacle> {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => {}));
    });
    const met = new Promise((resolve) => server.once('connection', resolve));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    atEnd(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    return { env: { RATEBOOK_BASE_URL: `https://127.0.0.1:${port}/api` }, met };
  }

  const opensAndIsSilent: ProxyFault = (client) => client.write('HTTP/1.1 200 Connected\r\n\r\n');

  describe.concurrent('a connection that does not come about', () => {
    test.each([
      ['a proxy behind which TLS does not begin', () => behind(opensAndIsSilent)],
      ['a service with which TLS does not begin', mute],
    ])('for %s ends with the timeout, or with Ctrl-C; nothing was sent', async (_what, obstacle) => {
      const { env } = await obstacle();
      const machine = new Machine({ ...env, RATEBOOK_APP_ID: 'a-key', RATEBOOK_TIMEOUT: '1.5' });
      const timed = machine.start(debugging);
      const timedOut = finished(timed);
      await said(timed, 'stderr', /try 1: no connection within 1\.5 s/);
      timed.kill('SIGINT');
      expect((await timedOut).stderr).not.toContain('lost');
      const { env: other, met } = await obstacle();
      const child = machine.start(debugging, { env: { ...other, RATEBOOK_TIMEOUT: '3600' } });
      const end = finished(child);
      await met;
      child.kill('SIGINT');
      const { code, stderr } = await end;
      expect(stderr).toMatch(/^ratebook: interrupted$/m);
      expect(stderr).not.toContain('lost');
      expect(code).toBe(130);
    });

    test('costs nothing: the next try is within --max-cost, and has a connection of its own', async () => {
      const { env, connects } = await behind((_client, number, tunnel) => number > 1 && tunnel());
      const machine = new Machine({ ...env, RATEBOOK_APP_ID: 'a-key', RATEBOOK_TIMEOUT: '6.1' });
      const { code, stdout, stderr } = await machine.run([...debugging, '--concurrency', '1', '--max-cost', '1']);
      expect(stderr).toContain('try 1: no connection within 6.1 s');
      expect(stdout).toMatch(/^2024-01-17,USD,EUR,/m);
      expect(connects).toHaveLength(2);
      expect(code).toBe(0);
    });
  });
});
