import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ask, sendBytes } from '../server/http/ask.ts';
import { pass } from '../support/faults.ts';
import { behind, Latch } from '../support/latch.ts';
import { appId, Machine } from '../support/ratebook.ts';
import { replyError } from '../support/service.ts';
import { Serving, servingScene } from '../support/serving.ts';

const now = '2024-11-20T09:00:00Z';
const timeless = (text: string) => text.replace(/\d+ ms/g, 'MS').split('\n');

describe.concurrent('the request log', () => {
  test('has a line for each request, with where its days came from and what they cost', async () => {
    const { serving } = await servingScene(pass, { key: 'enterprise', args: '--max-cost 5', now });
    const etag = String((await serving.day('2024-01-17')).headers.etag);
    await serving.get('/historical/2024-01-17.json?base=EUR');
    await serving.get('/historical/2024-01-17.json', { 'If-None-Match': etag });
    for (const target of [
      '/time-series.json?start=2024-01-16&end=2024-01-18',
      '/time-series.json?start=2024-02-01&end=2024-02-20',
      '/historical/2024-02-30.json',
      '/currencies.json',
      '/elsewhere',
    ])
      await serving.get(target);
    await ask(serving.url, '/latest.json?app_id=a', { method: 'POST' });
    await ask(serving.url, '/currencies.json', { method: 'HEAD' });
    await serving.get('/currencies.json', { Origin: 'https://example.com' });
    const { stdout, stderr, code } = await serving.stop();
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${serving.url}\n` });
    const lines = [
      'GET /api/historical/2024-01-17.json 200 MS fetched, cost 1',
      'GET /api/historical/2024-01-17.json?base=EUR 200 MS stored, cost 0',
      'GET /api/historical/2024-01-17.json 304 MS stored, cost 0',
      'GET /api/time-series.json?start=2024-01-16&end=2024-01-18 200 MS fetched, cost 2',
      'GET /api/time-series.json?start=2024-02-01&end=2024-02-20 429 MS -',
      'GET /api/historical/2024-02-30.json 400 MS -',
      'GET /api/currencies.json 200 MS -',
      'GET /api/elsewhere 404 MS -',
      'POST /api/latest.json 405 MS -',
      'HEAD /api/currencies.json 200 MS -',
      'GET /api/currencies.json 403 MS -',
    ];
    expect(timeless(stderr)).toEqual([
      'no days are stored; others are fetched, for at most 5 requests a day',
      `try: curl '${serving.url}/historical/2024-11-19.json?app_id=me'`,
      ...lines.map((line) => `${now} ${line}`),
      '',
    ]);
  });

  // the test of `withoutKey` has all the ways to write a key
  test("never shows a client's key, and cannot be written into by what a client sends", async () => {
    const { serving } = await servingScene(pass, { args: '--debug', now });
    const key = 'KEY-of-a-client';
    for (const target of [
      `/latest.json?app%5fid=${key}&base=EUR`,
      `/latest.json%3Fapp_id=${key}`,
      `/x%0a${now}%1b[2J`,
      `/${'x'.repeat(5000)}`,
    ])
      await ask(serving.url, target);
    await sendBytes(serving.url, 'GET /api/\u001b[31m\u00e9 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const { stderr } = await serving.stop();
    const lines = stderr.split('\n').filter((line) => line.startsWith(now));
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('/latest.json?base=EUR ');
    expect(stderr).toMatch(/^[\n -~]*$/);
    expect(stderr).not.toContain(key);
    for (const line of lines) expect(line).toMatch(new RegExp(`^${now} GET /api/.{0,370}$`));
  });
});

test('the key of the service behind is in no answer, header, log, error or file', async () => {
  const key = 'upstream-key/1+2';
  const { service, machine, serving } = await servingScene(
    (request, response, pass) => {
      if (request.path.includes('-17')) return replyError(response, 401, 'invalid_app_id', `Invalid: ${key}`);
      if (request.path.includes('-18')) return response.destroy();
      if (request.path.includes('-19')) return response.writeHead(302, { location: `/?app_id=${key}` }).end();
      return pass();
    },
    { key, args: '--debug --max-cost 5' },
  );
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
  expect(JSON.stringify(answers) + answers.map(({ text }) => text).join() + stdout + stderr).not.toContain('upstream');
  expect((await machine.shell('grep -r upstream . | wc -l')).stdout.trim()).toBe('0');
});

describe.concurrent('a signal', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends an idle server at once, with 0', async (signal) => {
    const { serving } = await servingScene();
    // a connection that is kept alive, and one that never asks
    await fetch(`${serving.url}/currencies.json`);
    const { port } = new URL(serving.url);
    const mute = connect(Number(port), '127.0.0.1');
    await once(mute, 'connect');
    const { code } = await serving.stop(signal);
    mute.destroy();
    expect(code).toBe(0);
  });

  test('lets what is under way finish, answered and kept, and no new request is taken', async () => {
    const latch = new Latch();
    const { service, stored, serving } = await servingScene(behind(latch), { key: 'enterprise' });
    const answer = serving.days('2024-01-01', '2024-01-31');
    await service.came(1);
    const end = serving.stop();
    await serving.closed();
    await expect(serving.day('2024-02-18')).rejects.toThrow(/ECONN/);
    latch.open();
    expect([(await end).code, (await answer).status, stored.days().length]).toEqual([0, 200, 31]);
  });
});

test('the demonstration is served without a key, says what it is, and has a log too', async () => {
  const serving = await Serving.start(new Machine({ RATEBOOK_APP_ID: appId }), ['--demo'], { now });
  expect((await serving.day('2024-01-17')).json.disclaimer).toMatch(/made up/);
  // what a key begins with is its plan
  const { status } = await ask(serving.url, '/historical/2024-01-17.json?base=EUR&app_id=free-1');
  const { code, stderr } = await serving.stop();
  expect(code).toBe(0);
  expect(timeless(stderr)).toEqual([
    'demonstration: the rates are made up, and any app_id will do',
    '9,456 days, 1999-01-01 to 2024-11-20',
    `try: curl '${serving.url}/historical/2024-11-19.json?app_id=me'`,
    `${now} GET /api/historical/2024-01-17.json 200 MS made up`,
    `${now} GET /api/historical/2024-01-17.json?base=EUR 403 MS -`,
    '',
  ]);
  expect(status).toBe(403);
});
