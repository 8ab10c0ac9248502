import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { answering, first, pass, sending, status } from '../support/faults.ts';
import { appId } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { dayBody, type Fault } from '../support/service.ts';

const day = 'historical 2024-01-17 -s EUR --no-store';
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
    const { service, machine, built } = await scene(fault);
    machine.write('rates.csv', 'before');
    const stderr = expect.stringMatching(/^ratebook: .*after 1 try: the response is larger than 32 MB$/m);
    expect(await built(`${day} -o rates.csv`)).toMatchObject({ code: 1, stderr });
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
