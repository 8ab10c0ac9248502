import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDemoHandler } from '../../src/server/demo/demo.ts';
import { expectError } from '../server/api/conformance-errors.ts';
import { first } from '../support/faults.ts';
import { HeldFiles } from '../support/held-files.ts';
import { behind, Latch } from '../support/latch.ts';
import { appId, Machine, nobody } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { dayBody, type Fault, reply, replyError, startService } from '../support/service.ts';
import { Serving } from '../support/serving.ts';

const silent: Fault = () => {};
const broken: Fault = (_request, response) => reply(response, 500, '<html>');

/** What the service may do instead of answering. */
const failures: readonly (readonly [words: string, fault: Fault])[] = [
  ['is broken', broken],
  ['hangs up', (_request, response) => response.destroy()],
  ['answers what is no answer', (_request, response) => reply(response, 200, { timestamp: 1 })],
  ['redirects', (_request, response) => reply(response, 302, '', { location: 'http://127.0.0.1:1/' })],
  ['throttles', (_request, response) => replyError(response, 429, 'too_many_requests')],
];
/** What ends only when the client is sent away. */
const stalls: typeof failures = [
  ['answers nothing', silent],
  ['asks to wait', (_request, response) => reply(response, 503, '', { 'retry-after': '20' })],
  [
    'stops in the middle of an answer',
    (_request, response) => response.writeHead(200, { 'content-length': 100 }).write('{'),
  ],
];

const for16th =
  (fault: Fault): Fault =>
  (request, response, pass) =>
    request.path.includes('2024-01-16') ? fault(request, response, pass) : pass();

describe.concurrent('a day that cannot be had is a 503, and the next is answered, of a service that', () => {
  test.each(failures)('%s', async (words, fault) => {
    const { service, machine } = await scene(for16th(fault));
    const serving = await Serving.start(machine);
    expectError(await serving.day('2024-01-16'), 503, 'unavailable');
    expect(service.requests.length).toBe(words === 'redirects' ? 1 : 2);
    expect((await serving.day('2024-02-17')).status).toBe(200);
  });

  test.each(stalls)('%s, within 5 s', async (_words, fault) => {
    const { service, machine } = await scene(for16th(fault));
    const serving = await Serving.start(machine);
    const answer = serving.day('2024-01-16');
    await service.came(1);
    expect((await serving.day('2024-01-17')).status).toBe(200);
    serving.later();
    expectError(await answer, 503, 'unavailable');
    expect(service.asked()).toEqual(['2024-01-16', '2024-01-17']);
  });
});

describe.concurrent('a day that cannot be had', () => {
  test('is asked for twice, and no more', async () => {
    const { service, machine } = await scene(broken);
    const serving = await Serving.start(machine);
    expectError(await serving.day('2024-01-17'), 503, 'unavailable');
    expect(service.asked()).toEqual(['2024-01-17', '2024-01-17']);
    const [one, other] = service.requests;
    expect((other?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThanOrEqual(995);
    expect(await serving.spent()).toBe(0);
  });

  test('is there where the second try brings it', async () => {
    const { machine } = await scene(first(1, broken));
    const serving = await Serving.start(machine);
    expect((await serving.day('2024-01-17')).status).toBe(200);
  });

  test('is kept when it comes after the client has been sent away, and answered from then on', async () => {
    const latch = new Latch();
    const { service, machine } = await scene(behind(latch));
    const serving = await Serving.start(machine);
    const answer = serving.day('2024-01-17');
    await service.came(1);
    serving.later();
    expectError(await answer, 503, 'unavailable');
    latch.open();
    for (let time = 0; time < 2; time++) expect((await serving.day('2024-01-17')).status).toBe(200);
    expect(service.asked()).toEqual(['2024-01-17']);
    expect(new HeldFiles(machine, service.url).days()).toEqual(['2024-01-17']);
  });

  test('as a whole is answered without the rate that is none, and that is said', async () => {
    const { machine } = await scene((_request, response) => reply(response, 200, dayBody({ EUR: null, GBP: 0.8 })));
    const serving = await Serving.start(machine, ['-q']);
    expect((await serving.day('2024-01-17')).json.rates).toEqual({ GBP: 0.8 });
    expect((await serving.stop()).stderr).toContain('ratebook: no usable rate for EUR on 2024-01-17\n');
  });

  test('keeps nobody from the days that are held, in the same month too', async () => {
    const { service, machine } = await scene(({ path }, _response, pass) => /-17/.test(path) || pass());
    const serving = await Serving.start(machine);
    expect((await serving.day('2024-01-16')).status).toBe(200);
    const waiting = serving.day('2024-01-17');
    await service.came(2);
    expect((await serving.day('2024-01-16')).status).toBe(200);
    expect((await serving.day('2024-01-18')).status).toBe(200);
    serving.later();
    expectError(await waiting, 503, 'unavailable');
  });
});

describe.concurrent('with the service gone', () => {
  test('held days are answered, in every form, and others are 503', async () => {
    const { service, machine } = await scene(undefined, { key: 'enterprise' });
    const before = await Serving.start(machine);
    const month = await before.days('2024-01-01', '2024-01-31');
    await service.close();
    const after = await Serving.start(machine);
    for (const serving of [before, after]) {
      expect((await serving.days('2024-01-01', '2024-01-31')).text).toBe(month.text);
      expect((await serving.day('2024-01-31')).status).toBe(200);
      expect((await serving.get('/historical/2024-01-31.json?base=EUR')).json.rates.EUR).toBe(1);
      const others = [serving.days('2024-01-31', '2024-02-01'), serving.get('/latest.json')];
      for (const answered of await Promise.all(others)) expectError(answered, 503, 'unavailable');
      expect(await serving.spent()).toBe(serving === before ? 31 : 0);
    }
  });

  test('it starts all the same', async () => {
    const serving = await Serving.start(Machine.for(nobody));
    expectError(await serving.day('2024-01-17'), 503, 'unavailable');
    expect((await serving.stop()).code).toBe(0);
  });
});

describe('--offline', () => {
  test('answers what is held, without a key, and opens no connection', async () => {
    const { service, machine } = await scene();
    await machine.run(['historical', '2024-01-17']);
    const calls = service.calls();
    const { RATEBOOK_APP_ID: _, ...env } = machine.env;
    const keyless = new Machine({ ...env, HOME: machine.home });
    const serving = await Serving.start(keyless, ['--offline'], {
      preload: join(import.meta.dirname, '../support/no-connections.cjs'),
    });
    expect((await serving.day('2024-01-17')).status).toBe(200);
    expectError(await serving.day('2024-01-18'), 400, 'not_available');
    expectError(await serving.days('2024-01-16', '2024-01-17'), 400, 'not_available');
    expect((await serving.get('/latest.json')).json).toEqual((await serving.day('2024-01-17')).json);
    expect(await serving.spent()).toBe(0);
    expect(serving.log().filter((line) => / fetched/.test(line))).toEqual([]);
    expect(service.calls()).toBe(calls);
  });

  test('has as the latest the newest day that is held, or the running day that is kept', async () => {
    const now = '2024-01-20T12:00:00Z';
    const { url } = await startService(
      undefined,
      createDemoHandler(() => Date.parse(now)),
    );
    const machine = Machine.for(url);
    const serving = await Serving.start(machine, ['--offline'], { now });
    const latest = async () => (await serving.get('/latest.json')).json.timestamp;
    const health = async () => (await serving.get('/health')).json;
    expectError(await serving.get('/latest.json'), 400, 'not_available');
    expectError(await serving.get('/convert/1/USD/EUR'), 400, 'not_available');
    expect(await health()).toEqual({ days: 0, newest: null, behind: null, spent: 0, left: 0 });
    for (const day of ['2024-01-15', '2024-01-17', '2024-01-16']) await machine.run(['historical', day], { now });
    expect(await latest()).toBe((await serving.day('2024-01-17')).json.timestamp);
    expect(await health()).toEqual({ days: 3, newest: '2024-01-17', behind: 2, spent: 0, left: 0 });
    await machine.run(['latest'], { now });
    expect(new Date((await latest()) * 1000).toISOString()).toMatch(/^2024-01-20T/);
    expect(await health()).toMatchObject({ days: 3, newest: '2024-01-17' });
    const { json } = await serving.get('/convert/1/USD/EUR');
    expect(json.meta.timestamp).toBe(await latest());
  });
});

describe('a service that refuses', () => {
  const refusing = async (status: number, message: string, description = '') => {
    const { service, machine } = await scene((_request, response) =>
      replyError(response, status, message, description),
    );
    return { service, serving: await Serving.start(machine) };
  };

  test.each([429, 403])('for a quota used up (%i): 429, and is let alone for a while', async (status) => {
    const { serving, service } = await refusing(status, 'access_restricted', 'Access restricted until 2030-01-01');
    for (const day of ['2024-01-17', '2024-01-17', '2024-02-01'])
      expectError(await serving.day(day), 429, 'access_restricted');
    expect(service.requests).toHaveLength(1);
  });

  test.each([
    [401, 'invalid_app_id'],
    [401, 'app_id_inactive'],
    [403, 'missing_app_id'],
    [403, 'not_allowed'],
    [404, 'not_found'],
  ])('for another reason (%i %s): 503', async (status, message) => {
    const { serving, service } = await refusing(status, message, `The App ID ${appId} is not good.`);
    const answered = await serving.day('2024-01-17');
    expectError(answered, 503, 'unavailable');
    expect(service.requests).toHaveLength(1);
    const { stderr } = await serving.stop();
    expect(stderr).toContain(message);
    expect(answered.text + stderr).not.toContain(appId);
  });

  test('has not this day: 400, and a minute later is not asked again either', async () => {
    const { serving, service } = await refusing(400, 'not_available');
    expectError(await serving.day('2012-03-30'), 400, 'not_available');
    expectError(await serving.day('2012-03-30'), 400, 'not_available');
    expect(service.requests).toHaveLength(1);
  });
});

describe('a store that fails', () => {
  test('is the client told nothing of: no path, no reason', async () => {
    const { machine } = await scene();
    machine.write('a-file', '');
    const env = { RATEBOOK_STORE: join(machine.home, 'a-file') };
    const serving = await Serving.start(machine, [], { env });
    const answered = await serving.day('2024-01-17');
    expectError(answered, 503, 'unavailable');
    expect(answered.text).not.toContain(machine.home);
    const { stderr } = await serving.stop();
    expect(stderr).toMatch(/2024-01-17\.json 503 \d+ ms - \(.*2024-01-17\.json cannot be read: not a directory\)/);
  });

  test('keeps nobody from the day, which stays in memory as long as the server runs', async () => {
    const { service, machine } = await scene();
    const serving = await Serving.start(machine, [], {
      now: '2026-11-20T09:30:00Z',
      env: { RATEBOOK_STORE: '/sys/ratebook' },
    });
    expect((await serving.day('2024-01-17')).status).toBe(200);
    const isLater = (line: string) => line.startsWith('2026') && line > '2026-11-20T09:32';
    while (!serving.log().some(isLater)) {
      serving.later();
      await serving.spent();
    }
    expect((await serving.day('2024-01-17')).status).toBe(200);
    expect(service.asked()).toEqual(['2024-01-17']);
    expect((await serving.stop()).stderr).toContain('ratebook: 1 day could not be stored: 2024-01-17: ');
  });

  test('in a damaged file asks for the day again', async () => {
    const { service, machine } = await scene();
    const held = new HeldFiles(machine, service.url);
    held.write('2024-01-17', '{"base":"USD"');
    const serving = await Serving.start(machine);
    expect((await serving.day('2024-01-17')).status).toBe(200);
    expect(service.cost()).toBe(1);
    expect(held.aside('damaged')).toHaveLength(1);
  });

  test('in which another program replaces, adds and removes days: each answer is what is held then', async () => {
    const { service, machine } = await scene();
    const held = new HeldFiles(machine, service.url);
    const serving = await Serving.start(machine, ['--offline']);
    const write = (rate: number) =>
      held.write('2024-01-17', JSON.stringify({ timestamp: 1705535999, base: 'USD', rates: { EUR: rate, USD: 1 } }));
    const rate = async () => (await serving.get('/historical/2024-01-17.json?symbols=EUR')).json.rates?.EUR;
    expect(await rate()).toBeUndefined();
    for (const next of [0.91, 0.92, 0.93]) {
      write(next);
      expect(await rate()).toBe(next);
      expect((await serving.days('2024-01-17', '2024-01-17')).json.rates['2024-01-17'].EUR).toBe(next);
    }
    held.remove('2024-01-17');
    expect(await rate()).toBeUndefined();
    expect(service.calls()).toBe(0);
  });
});

test('a port that is taken ends the start at once, with a hint', async () => {
  const { service, machine } = await scene();
  const { port } = new URL(service.url);
  const { code, stdout, stderr } = await machine.run(['serve', '--port', port]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(`ratebook: port ${port} is in use\nhint: --port 0 picks a free one\n`);
});

test('without a key it does not start, and says how else it would', async () => {
  const { code, stderr } = await new Machine().run(['serve', '--port', '0']);
  expect(code).toBe(4);
  expect(stderr).toMatch(/^ratebook: no app_id is set.*\nhint: get one .*\nhint: .*--offline.*\n$/);
});

test('it listens on loopback alone', async () => {
  const { networkInterfaces } = await import('node:os');
  const { machine } = await scene();
  const { url } = await Serving.start(machine);
  const elsewhere = Object.values(networkInterfaces())
    .flat()
    .find((address) => address && !address.internal && address.family === 'IPv4');
  if (!elsewhere) return;
  const { port } = new URL(url);
  await expect(fetch(`http://${elsewhere.address}:${port}/api/currencies.json`)).rejects.toThrow();
  // the address itself is one that can be listened on
  const server = createServer().listen(0, elsewhere.address);
  await new Promise((resolve) => server.once('listening', resolve));
  server.close();
});
