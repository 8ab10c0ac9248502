import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ask, sendBytes } from '../server/api/ask.ts';
import { HeldFiles } from '../support/held-files.ts';
import { behind, Latch } from '../support/latch.ts';
import { appId, Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { replyError } from '../support/service.ts';
import { Serving } from '../support/serving.ts';

const time = '\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z';
const line = (words: string) => new RegExp(`^${time} ${words.replaceAll('MS', '\\d+ ms')}$`);

describe.concurrent('the request log', () => {
  test('has a line for each request, with where its days came from and what they cost', async () => {
    const { machine } = await scene(undefined, { key: 'enterprise' });
    const serving = await Serving.start(machine, ['--max-cost', '5']);
    const etag = String((await serving.day('2024-01-17')).headers.etag);
    await serving.get('/historical/2024-01-17.json?base=EUR');
    await serving.get('/historical/2024-01-17.json', { 'If-None-Match': etag });
    await serving.get('/time-series.json?start=2024-01-16&end=2024-01-18');
    await serving.get('/time-series.json?start=2024-02-01&end=2024-02-20');
    await serving.get('/historical/2024-02-30.json');
    await serving.get('/currencies.json');
    await serving.get('/elsewhere');
    await ask(serving.url, '/latest.json?app_id=a', { method: 'POST' });
    await ask(serving.url, '/currencies.json', { method: 'HEAD' });
    await serving.get('/currencies.json', { Origin: 'https://example.com' });
    const { stdout, stderr, code } = await serving.stop();
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${serving.url}\n` });
    const expected = [
      'GET /api/historical/2024-01-17.json 200 MS fetched, cost 1',
      'GET /api/historical/2024-01-17.json\\?base=EUR 200 MS held, cost 0',
      'GET /api/historical/2024-01-17.json 304 MS held, cost 0',
      'GET /api/time-series.json\\?start=2024-01-16&end=2024-01-18 200 MS fetched, cost 2',
      'GET /api/time-series.json\\?start=2024-02-01&end=2024-02-20 429 MS -',
      'GET /api/historical/2024-02-30.json 400 MS -',
      'GET /api/currencies.json 200 MS -',
      'GET /api/elsewhere 404 MS -',
      'POST /api/latest.json 405 MS -',
      'HEAD /api/currencies.json 200 MS -',
      'GET /api/currencies.json 403 MS -',
    ];
    const [stored, example, ...lines] = stderr.trimEnd().split('\n');
    expect(stored).toBe('no days are stored; others are fetched, for at most 5 requests a day');
    expect(example).toMatch(
      new RegExp(`^try: curl '${serving.url}/historical/\\d{4}-\\d\\d-\\d\\d.json\\?app_id=me'$`),
    );
    expect(lines).toHaveLength(expected.length);
    for (const [at, words] of expected.entries()) expect(lines[at]).toMatch(line(words));
  });

  test('is not there with --quiet', async () => {
    const { machine } = await scene(undefined, { key: 'free' });
    const serving = await Serving.start(machine, ['--quiet']);
    expect((await serving.days('2024-01-01', '2024-01-03')).status).toBe(200);
    await serving.get('/elsewhere');
    expect(await serving.stop()).toMatchObject({ code: 0, stderr: '' });
  });

  test("never shows a client's key, however that is written", async () => {
    const { machine } = await scene();
    const serving = await Serving.start(machine, ['--debug']);
    const key = 'KEY-of-a-client';
    const targets = [
      `/latest.json?app_id=${key}`,
      `/latest.json?base=EUR&app_id=${key}&app_id=${key}`,
      `/latest.json?%61pp_id=${key}`,
      `/latest.json?app%5fid=${key}&base=EUR`,
      `/latest.json?a=b?app_id=${key}`,
      `/latest.json?a=b;app_id=${key}`,
      `/latest.json?a=b%26app_id=${key}`,
      `/latest.json?a=b&amp;app_id=${key}`,
      `/latest.json?APP_ID=${key}`,
      `/latest.json&app_id=${key}`,
      `/latest.json%3Fapp_id=${key}`,
      `/latest.json?app_id=${encodeURIComponent(`${key} ${key}`)}`,
    ];
    for (const target of targets) await ask(serving.url, target);
    const { stderr } = await serving.stop();
    expect(stderr.match(/ GET \/api\/latest/g)).toHaveLength(targets.length);
    expect(stderr).not.toContain(key);
    expect(stderr).toContain('?base=EUR ');
  });

  test('cannot be written into by what a client sends', async () => {
    const { machine } = await scene();
    const serving = await Serving.start(machine);
    await ask(serving.url, '/x%0a2026-01-01T00:00:00Z%1b[2J');
    await sendBytes(serving.url, 'GET /api/\u001b[31m\u00e9 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await ask(serving.url, `/${'x'.repeat(5000)}`);
    const { stderr } = await serving.stop();
    expect(stderr).toMatch(/^[\n -~]*$/);
    for (const shown of stderr.trimEnd().split('\n').slice(2)) {
      expect(shown).toMatch(new RegExp(`^${time} GET /api/`));
      expect(shown.length).toBeLessThan(400);
    }
  });
});

describe('the key of the service behind', () => {
  test('is in no answer, header, log, error or file', async () => {
    const key = 'upstream-key/1+2';
    const { service, machine } = await scene(
      (request, response, pass) => {
        if (request.path.includes('-17')) return replyError(response, 401, 'invalid_app_id', `Invalid: ${key}`);
        if (request.path.includes('-18')) return response.destroy();
        if (request.path.includes('-19')) return response.writeHead(302, { location: `/?app_id=${key}` }).end();
        return pass();
      },
      { key },
    );
    const serving = await Serving.start(machine, ['--debug', '--max-cost', '5']);
    const answers = await Promise.all([
      ...['2024-01-16', '2024-01-17', '2024-01-18', '2024-01-19', '2030-01-01'].map((day) => serving.day(day)),
      serving.days('2024-03-01', '2024-03-31'),
      serving.get('/usage.json'),
      serving.get('/latest.json'),
      // a slip of a client that has the key too
      serving.get(`/currencies.json?api_key=${key}`),
      serving.get(`/currencies.json?api_key=${encodeURIComponent(key)}`),
    ]);
    expect(service.requests[0]?.query.app_id).toBe(key);
    const { stdout, stderr } = await serving.stop();
    const all = JSON.stringify(answers) + answers.map(({ text }) => text).join() + stdout + stderr;
    for (const form of [key, encodeURIComponent(key), 'upstream']) {
      expect(all).not.toContain(form);
    }
    const files = await machine.shell('grep -r upstream . | wc -l');
    expect(files.stdout.trim()).toBe('0');
  });
});

describe.concurrent('a signal', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends an idle server at once, with 0', async (signal) => {
    const { machine } = await scene();
    const serving = await Serving.start(machine);
    // a connection that is kept alive, and one that never asks
    await fetch(`${serving.url}/currencies.json`);
    const { port } = new URL(serving.url);
    const silent = connect(Number(port), '127.0.0.1');
    await once(silent, 'connect');
    const { code } = await serving.stop(signal);
    silent.destroy();
    expect(code).toBe(0);
  });

  test('lets what is under way finish, answered and kept', async () => {
    const latch = new Latch();
    const { service, machine } = await scene(behind(latch), { key: 'enterprise' });
    const serving = await Serving.start(machine);
    const answer = serving.days('2024-01-01', '2024-01-31');
    await service.came(1);
    const end = serving.stop();
    await serving.closed();
    latch.open();
    expect((await end).code).toBe(0);
    expect((await answer).status).toBe(200);
    expect(new HeldFiles(machine, service.url).days()).toHaveLength(31);
  });

  test('keeps the answer of a slow service whose client has been sent away', async () => {
    const latch = new Latch();
    const { service, machine } = await scene(behind(latch));
    const serving = await Serving.start(machine);
    const answer = serving.day('2024-01-17');
    await service.came(1);
    serving.later();
    expect((await answer).status).toBe(503);
    const end = serving.stop('SIGINT');
    await serving.closed();
    latch.open();
    expect((await end).code).toBe(0);
    expect(new HeldFiles(machine, service.url).days()).toEqual(['2024-01-17']);
  });

  test('does not wait longer than 5 s for what does not come, and leaves no claim behind', async () => {
    const { service, machine } = await scene(() => {});
    const serving = await Serving.start(machine);
    const answer = serving.day('2024-01-17');
    await service.came(1);
    serving.later();
    expect((await answer).status).toBe(503);
    const end = serving.stop();
    await serving.closed();
    serving.later();
    expect((await end).code).toBe(0);
    expect(new HeldFiles(machine, service.url).aside('claims')).toEqual([]);
  });

  test('and no new request is taken', async () => {
    const latch = new Latch();
    const { service, machine } = await scene(behind(latch));
    const serving = await Serving.start(machine);
    const answer = serving.day('2024-01-17');
    await service.came(1);
    const end = serving.stop();
    await serving.closed();
    await expect(serving.day('2024-01-18')).rejects.toThrow(/ECONN/);
    latch.open();
    expect((await answer).status).toBe(200);
    expect((await end).code).toBe(0);
  });
});

test.each([['--offline'], ['--max-cost', '9']])('the demonstration has nothing to do with %s', async (...args) => {
  const { code, stderr } = await new Machine().run(['serve', '--demo', ...args]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `ratebook: --demo and ${args[0]} cannot be used together\n`,
  });
});

test('the demonstration is served without a key, says what it is, and has a log too', async () => {
  const demo = ['--demo'];
  const serving = await Serving.start(new Machine({ RATEBOOK_APP_ID: appId }), demo, {
    now: '2024-11-20T09:00:00Z',
  });
  expect((await serving.day('2024-01-17')).json.disclaimer).toMatch(/made up/);
  await serving.get('/elsewhere');
  const { code, stderr } = await serving.stop();
  expect(code).toBe(0);
  expect(stderr.replace(/\d+ ms/g, 'MS').split('\n')).toEqual([
    'demonstration: the rates are made up, and any app_id will do',
    '9,456 days, 1999-01-01 to 2024-11-20',
    `try: curl '${serving.url}/historical/2024-11-19.json?app_id=me'`,
    '2024-11-20T09:00:00Z GET /api/historical/2024-01-17.json 200 MS made up',
    '2024-11-20T09:00:00Z GET /api/elsewhere 404 MS -',
    '',
  ]);
});

describe('offline', () => {
  test('the stored days are counted, and a day that is not held is logged as such', async () => {
    const { machine } = await scene();
    await machine.run(['historical', '2024-01-16', '2024-01-17']);
    const serving = await Serving.start(machine, ['--offline'], { now: '2024-11-20T09:00:00Z' });
    await serving.day('2024-01-17');
    await serving.day('2024-01-18');
    await serving.get('/time-series.json?start=2024-01-17&end=2024-01-18');
    const { stderr } = await serving.stop();
    const at = '2024-11-20T09:00:00Z GET /api';
    expect(stderr.replace(/\d+ ms/g, 'MS').split('\n')).toEqual([
      '2 days are stored; no others are served',
      `try: curl '${serving.url}/historical/2024-01-17.json?app_id=me'`,
      `${at}/historical/2024-01-17.json 200 MS held, cost 0`,
      `${at}/historical/2024-01-18.json 400 MS not held, cost 0`,
      `${at}/time-series.json?start=2024-01-17&end=2024-01-18 400 MS not held, cost 0`,
      '',
    ]);
  });

  test('there is nothing to try where no days are stored', async () => {
    const serving = await Serving.start(new Machine(), ['--offline']);
    expect((await serving.stop()).stderr).toBe('no days are stored, so none are served\n');
  });

  test('a store that cannot be read is named', async () => {
    const machine = new Machine();
    machine.write('store', '');
    const serving = await Serving.start(machine, ['--offline'], {
      env: { RATEBOOK_STORE: `${machine.home}/store` },
    });
    expect((await serving.stop()).stderr).toMatch(/^ratebook: .*store.* cannot be read: not a directory\n$/);
  });
});
