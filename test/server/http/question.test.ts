import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Question, Questions } from '../../../src/server/http/question.ts';
import { always } from '../../support/always.ts';

const series = '/api/time-series.json?app_id=a&start=2024-01-30&end=2024-02-31';

test('a target that was read is not read again', () => {
  const questions = new Questions();
  const first = questions.get(series);
  expect(questions.get(series)).toBe(first);
  expect(first.range.days).toEqual([...january, ...february]);
  expect(first.range).toBe(first.range);
  expect(first.selection).toBe(first.selection);
  expect(questions.get(`${series}&base=EUR`).selection.base).toBe('EUR');
});

const january = ['2024-01-30', '2024-01-31'];
const february = Array.from({ length: 29 }, (_, at) => `2024-02-${String(at + 1).padStart(2, '0')}`);

test('a thousand stay in memory, and long ones do not', () => {
  const questions = new Questions();
  const target = (at: number) => `/api/latest.json?at=${at}`;
  const first = questions.get(target(0));
  for (let at = 1; at < 1000; at++) questions.get(target(at));
  expect(questions.get(target(0))).toBe(first);
  questions.get(target(1000));
  expect(questions.get(target(0))).not.toBe(first);
  const long = `/api/latest.json?at=${'x'.repeat(250)}`;
  expect(questions.get(long)).not.toBe(questions.get(long));
});

test.each([
  ['/api/latest.json?app_id=K&base=EUR', '/api/latest.json?base=EUR'],
  ['/api/latest.json?base=%45UR&%61pp_id=K', '/api/latest.json?base=EUR'],
  ['/api/latest.json', '/api/latest.json?'],
])('%j is the same for every key: %j', (target, name) => expect(new Question(target).name).toBe(name));

test('no text but the path of an endpoint is a route', async () => {
  await always([fc.webPath(), fc.webQueryParameters()], (path, query) => {
    expect(new Question(`${path}?${query}`).endpoint).toBeUndefined();
    expect(new Question(`/api${path}?${query}`).endpoint).toBeUndefined();
    expect(new Question(`/api/historical/x${path}/2024-01-17.json?${query}`).endpoint).toBeUndefined();
  });
  expect(new Question('/api/historical/2024-01-17.json?a=b')).toMatchObject({
    endpoint: 'historical',
    parts: { date: '2024-01-17' },
  });
});

test.each([
  ['/api/convert/19999.95/GBP/EUR', { endpoint: 'convert', value: '19999.95', from: 'GBP', to: 'EUR' }],
  ['/api/convert?value=1&from=GBP&to=EUR', { endpoint: 'convert' }],
  ['/api/convert.json?value=1&from=GBP&to=EUR', { endpoint: 'convert' }],
  ['/health', { endpoint: 'health' }],
  ['/api/health', { endpoint: 'health' }],
  ['/api/convert/1/GBP', {}],
  ['/api/convert/1/GBP/EUR.json', {}],
  ['/api/convert/1/G%42P/EUR', {}],
  ['/convert/1/GBP/EUR', {}],
  ['//health', {}],
])('the parts of %s', (target, parts: { endpoint?: string }) => {
  expect(new Question(target).parts).toMatchObject(parts);
  expect(new Question(target).endpoint).toBe(parts.endpoint);
});

const names = ['show', 'x'.repeat(100)].map((name) => [name, name]);
const noNames = ['x'.repeat(101), '', 'a%0d%0ab', 'a%00', '%C3%A4', 'a-b', 'a%0A'].map((text) => [text]);
test.each([...names, ...noNames])('callback=%s', (text, callback) =>
  expect(new Question(`/api/latest.json?callback=${text}`).callback).toBe(callback),
);
