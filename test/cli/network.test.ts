import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { first } from '../support/faults.ts';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { appId, finished, Machine, said } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { dayBody, type Fault, reply, replyError, seriesBody, startService } from '../support/service.ts';

const day = ['historical', '2024-01-17', '-s', 'EUR', '--no-store'];
const raw =
  (body: Uint8Array, headers: Record<string, string> = {}): Fault =>
  (_request, response) =>
    void response.writeHead(200, headers).end(body);
const mega = 1024 * 1024;

/** A day in a body of so many bytes. */
const padded = (size: number) => Buffer.from(JSON.stringify(dayBody({ EUR: 0.5 })).padEnd(size));

describe('a body', () => {
  test.each(['gzip', 'GZIP', 'x-gzip'])('in %s is unpacked', async (encoding) => {
    const body = gzipSync(JSON.stringify(dayBody({ EUR: 0.5 })));
    const { machine } = await scene(raw(body, { 'content-encoding': encoding }));
    expect((await machine.run(day)).stdout).toContain('2024-01-17,USD,EUR,0.5\n');
  });

  test.each(['', 'no gzip'])('of an error, %j in the place of gzip, hides nothing of it', async (body) => {
    const { service, machine } = await scene((_request, response) =>
      response.writeHead(401, { 'content-encoding': 'gzip' }).end(body),
    );
    expect((await runHere(machine, day)).code).toBe(4);
    expect(service.requests).toHaveLength(1);
  });

  test('is asked for in gzip', async () => {
    let accepted: string | undefined;
    const { machine } = await scene((_request, response, pass) => {
      accepted = response.req.headers['accept-encoding'];
      pass();
    });
    await runHere(machine, day);
    expect(accepted).toContain('gzip');
  });

  test('of 32 MB is taken', async () => {
    const { machine } = await scene(raw(padded(32 * mega)));
    expect(await runHere(machine, day)).toMatchObject({ code: 0 });
  });

  test.each([
    ['of more', padded(32 * mega + 1), {}],
    ['that grows to more', gzipSync(padded(200 * mega)), { 'content-encoding': 'gzip' }],
  ])('%s is refused, and not asked for again', async (_what, body, headers) => {
    const { service, machine } = await scene(raw(body, headers));
    machine.write('rates.csv', 'before');
    const { code, stderr } = await machine.run([...day, '-o', 'rates.csv']);
    expect(stderr).toMatch(/^ratebook: .*after 1 try: the answer is larger than 32 MB$/m);
    expect(code).toBe(1);
    expect(service.requests).toHaveLength(1);
    expect(machine.read('rates.csv')).toBe('before');
  });

  test('without end is not waited for', async () => {
    const { machine } = await scene((_request, response) => {
      const chunk = Buffer.alloc(mega, ' ');
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    const run = await runHere(machine, day);
    expect(run.stderr).toContain('the answer is larger than 32 MB');
    expect(run.code).toBe(1);
  });
});

test.each(['16.1', '9.0001', '86399.9999'])('a timeout of %s s is one', async (RATEBOOK_TIMEOUT) => {
  const { machine } = await scene();
  const { code, stderr } = await machine.run([...day, '--debug'], { env: { RATEBOOK_TIMEOUT } });
  expect(stderr).not.toMatch(/fault|lost/);
  expect(code).toBe(0);
});

describe('a status', () => {
  test.each([200, 201, 203, 226])('of %i is that of an answer', async (status) => {
    const usage = { requests: 1, requests_remaining: 2, requests_quota: 3 };
    const service = await startService(
      (_request, response) => reply(response, status, dayBody({ EUR: 0.5, USD: 1 })),
      undefined,
      (_request, response) => reply(response, status, { status, data: { plan: { name: 'Any' }, usage } }),
    );
    const machine = Machine.for(service.url);
    const { code, stdout, stderr } = await runHere(machine, ['historical', '2024-01-17', '-s', 'EUR', '--debug']);
    expect(stdout).toContain('2024-01-17,USD,EUR,0.5\n');
    expect(stderr).toContain(`try 1: ${status}, `);
    expect(code).toBe(0);
    expect(new HeldFiles(machine, service.url).days()).toEqual(['2024-01-17']);
    expect((await runHere(machine, ['usage'])).stdout).toContain('plan');
  });

  test.each([['historical', '2024-01-17', '--no-store'], ['usage']])(
    'of 304 to %s is told as that, and not asked for again',
    async (...args) => {
      const unchanged: Fault = (_request, response) => void response.writeHead(304).end();
      const service = await startService(unchanged, undefined, unchanged);
      const { code, stderr } = await runHere(Machine.for(service.url), args);
      expect(stderr).toMatch(/^ratebook: .* answered "not modified" \(304\) to an unconditional request\nhint: /m);
      expect(code).toBe(1);
      expect(service.calls()).toBe(1);
    },
  );

  test.each([
    ['100', ['HTTP/1.1 100 Continue\r\n\r\n']],
    ['102', ['HTTP/1.1 102 Wait\r\n\r\n']],
    ['103', ['HTTP/1.1 103 Wait\r\nlink: <x>\r\n\r\n']],
    ['several', ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Wait\r\n\r\nHTTP/1.1 10', '0 \r\na: b\r\n\r\n']],
  ])('of %s before each answer is passed over, and nothing is lost', async (_which, parts) => {
    const { service, machine } = await scene((_request, { socket }, pass) => {
      const [one = '', other = ''] = parts;
      socket?.write(one, () => socket.write(other, () => pass()));
    });
    const months = ['series', '2024-01', '2024-02', '-s', 'EUR', '--concurrency', '1'];
    const { code, stdout, stderr } = await machine.run(months);
    expect({ code, rows: stdout.trim().split('\n').length - 1 }).toEqual({ code: 0, rows: 60 });
    expect(stderr).not.toContain('lost');
    expect(service.requests).toHaveLength(2);
  });

  test('of 100 with nothing after it is waited for as any other', async () => {
    const { service, machine } = await scene(
      first(1, (_request, response) => response.socket?.end('HTTP/1.1 100 Continue\r\n\r\n')),
    );
    const { code, stderr } = await runHere(machine, [...day, '--debug']);
    expect(stderr).toContain('try 1: the connection was closed');
    expect(stderr).toContain('cost 1 to 2 requests (one answer of 1 day was lost)');
    expect(code).toBe(0);
    expect(service.requests).toHaveLength(2);
  });
});

test('connections are kept for the next request', async () => {
  const sockets = new Set<unknown>();
  const { machine } = await scene((_request, response, pass) => {
    sockets.add(response.socket);
    pass();
  });
  const run = await machine.run(['series', '2023', '-s', 'EUR', '--no-store', '--concurrency', '2']);
  expect(run).toMatchObject({ code: 0 });
  expect(sockets.size).toBeLessThanOrEqual(2);
});

describe('the key', () => {
  test('goes to the service, escaped as a query is', async () => {
    const { service, machine } = await scene(undefined, { key: 'a&b=c+d%/#?e' });
    await runHere(machine, day);
    expect(service.requests[0]?.query.app_id).toBe('a&b=c+d%/#?e');
  });

  test('is in no output of a run that shows all that it does', async () => {
    const { machine } = await scene();
    const { stdout, stderr } = await runHere(machine, ['series', '2024-01', '2024-03', '--no-store', '--debug']);
    expect(stderr).toMatch(/^debug: GET http:\/\/127\.0\.0\.1:\d+\/api\/time-series\.json\?start=2024-01-01&/m);
    expect(stderr + stdout).not.toContain(appId);
  });

  test('is not printed by what NODE_DEBUG turns on', async () => {
    const { machine } = await scene();
    const env = { NODE_DEBUG: 'undici,fetch,http,https,net,tls,stream,timer' };
    for (const args of [['series', '2024-01', '--no-store'], ['usage']]) {
      const { code, stdout, stderr } = await machine.run(args, { env });
      expect(stderr).toMatch(/^NET \d+: /m);
      expect(stdout + stderr).not.toContain(appId);
      expect(code).toBe(0);
    }
  });

  test.each(['key"with/signs', 'key+with/signs&of-a-test'])(
    '%s is not repeated after a service that does, as it is or escaped',
    async (odd) => {
      const echoed = `${odd} ${encodeURIComponent(odd)}`;
      const { machine } = await scene(
        ({ query }, response) =>
          query.start
            ? void response.end(JSON.stringify(seriesBody({ [odd]: { EUR: 1 }, '2024-01-17': { [odd]: 1, EUR: 1 } })))
            : replyError(response, 400, 'invalid_base', `[${echoed}]`),
        { key: odd },
      );
      for (const args of [day, ['series', '2024-01-17', '--no-store']]) {
        const { stdout, stderr } = await runHere(machine, [...args, '--debug']);
        expect(stdout + stderr).not.toContain(odd.slice(0, 10));
        expect(stdout + stderr).not.toContain(encodeURIComponent(odd));
      }
    },
  );

  test('is kept and shown nowhere, though the service repeats it in every place', async () => {
    const escaped = `\\u0073${appId.slice(1)}`;
    const echo = { disclaimer: appId, license: `see ?app_id=${appId}`, [appId]: appId };
    const headers = { 'x-key': appId, etag: appId, 'retry-after': appId };
    const service = await startService(
      (_request, response) => {
        const rates = { EUR: 0.5, USD: 1, [appId]: 1, [appId.toUpperCase()]: 1 };
        reply(response, 200, JSON.stringify({ ...dayBody(rates), ...echo }).replace(appId, escaped), headers);
      },
      undefined,
      (_request, response) => {
        const usage = { requests: 1, requests_remaining: 2, requests_quota: 3, note: appId };
        reply(response, 200, { status: 200, data: { app_id: appId, plan: { name: appId }, usage, ...echo } });
      },
    );
    const machine = Machine.for(service.url);
    const runs = [
      ['historical', '2024-01-17', '-f', 'json'],
      ['historical', '2024-01-17', '--raw'],
      ['usage', '-f', 'json'],
      ['usage'],
    ];
    for (const args of runs) {
      const { stdout, stderr } = await runHere(machine, [...args, '--debug']);
      expect(stdout).not.toBe('');
      expect(stdout + stderr).not.toMatch(new RegExp(`${appId}|${escaped.slice(1)}`));
    }
    const kept = spawnSync('grep', ['-rlF', '-e', appId, '-e', appId.slice(1), machine.home], {
      encoding: 'utf8',
    });
    expect(kept.stdout).toBe('');
    expect(new HeldFiles(machine, service.url).days()).toEqual(['2024-01-17']);
  });

  test('is not in what just came, where a kill leaves that', async () => {
    const service = await startService((_request, response) => reply(response, 200, `"${appId}`));
    const machine = Machine.for(service.url);
    const child = machine.start(['historical', '2024-01-17', '--debug']);
    const end = finished(child);
    await said(child, 'stderr', 'try 1: unusable answer');
    child.kill('SIGKILL');
    await end;
    const held = new HeldFiles(machine, service.url);
    const [left = ''] = held.aside('arrived');
    expect(readFileSync(join(held.places.arrived, left), 'utf8')).toBe('"[app_id]');
  });

  test('of a letter or two does not make the words unreadable', async () => {
    const { machine } = await scene(undefined, { key: 'e' });
    const { stderr } = await runHere(machine, day);
    expect(stderr).toMatch(/^1 day: 0 held, 1 to fetch, cost 1 request/);
  });
});
