import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Day, eachDay } from '../../src/calendar/day.ts';
import { scene } from '../support/scene.ts';
import { dayBody, reply, replyError, seriesBody } from '../support/service.ts';

type Rates = Readonly<Record<string, number>>;

const whole: Rates = { CHF: 0.8, EUR: 0.9, GBP: 0.7, JPY: 150, USD: 1 };
const sparse: Rates = { EUR: 0.91, USD: 1 };
const others: Rates = { GBP: 0.7, USD: 1 };
const day = '2024-01-17';
const ask = `historical ${day}`;

/** Of a service that answers for a day as it does the first, the second time and so on; for others with whole ones. */
async function answering(...answers: readonly (Rates | 'none')[]) {
  let asked = 0;
  const ratesOf = (date: string) => (date === day ? (answers[asked++] ?? whole) : whole);
  const given = await scene(({ path, query }, response) => {
    const { start, end } = query;
    if (start) {
      const days = [...eachDay(start as Day, end as Day)].map((date) => [date, ratesOf(date)]);
      return reply(response, 200, seriesBody(Object.fromEntries(days)));
    }
    const rates = ratesOf(path.slice('/historical/'.length, -'.json'.length));
    if (rates === 'none') return replyError(response, 404, 'not_available');
    reply(response, 200, dayBody(rates));
  });
  return { ...given, ratesHeld: () => JSON.parse(given.held.read(day)).rates };
}

const keptDue = 'kept, and asked for once more when a code is missing\n';
const due = `${day} has 2 codes, 2024-01-16 has 5: ${keptDue}`;
const stands = `${day} has 2 codes, 2024-01-16 has 5: kept, and not asked for again\n`;
const one = '1 day: 0 held, 1 to fetch, cost 1 request\n';
const fine = { code: 0, stderr: '' };

test('a day that comes with few codes is kept, named, and asked for once more by a run that lacks one of them', async () => {
  const { service, run, built, held, ratesHeld } = await answering(sparse, whole);
  await run('historical 2024-01-16');
  expect(await built(`${ask} -s EUR`)).toMatchObject({ code: 0, stderr: one + due });
  expect(ratesHeld()).toEqual(sparse);
  expect(await run(`${ask} -s EUR`)).toMatchObject(fine);
  expect(await run(`${ask} -s GBP --offline`)).toMatchObject({ code: 3 });
  expect(await run(`convert 1 EUR USD --on ${day}`)).toMatchObject(fine);
  expect(service.asked()).toEqual(['2024-01-16', day]);

  expect(JSON.parse((await run(`${ask} -s GBP --dry-run -f json`)).stdout)).toMatchObject({ held: 0, cost: 1 });
  expect(await run(`convert 1 GBP USD --on ${day}`)).toMatchObject({ code: 0 });
  expect(service.asked().slice(2)).toEqual([day]);
  expect([ratesHeld(), held.aside('older').length]).toEqual([whole, 1]);
  expect(await run(ask)).toMatchObject(fine);
  expect(service.cost()).toBe(3);
});

test.each<[string, Rates | 'none', Rates, string]>([
  ['the same', sparse, sparse, stands],
  ['as many others', others, others, stands],
  ['nothing', 'none', sparse, ''],
])('where %s comes the second time, that stands: there is no third time', async (_name, second, kept, told) => {
  const { service, run, ratesHeld } = await answering(sparse, second, whole);
  await run(`historical 2024-01-16 ${day}`);
  expect(service.cost()).toBe(2);
  const { code, stdout, stderr } = await run(`${ask} -f json`);
  expect([code, JSON.parse(stdout).rates, ratesHeld()]).toEqual([0, kept, kept]);
  expect(stderr).toContain(one);
  expect(stderr).toContain(told);
  const asked = service.calls();
  for (const line of [ask, `series 2024-01-16 ${day} -s CHF -q`]) expect(await run(line)).toMatchObject(fine);
  expect(service.calls()).toBe(asked);
});

test('of a series only such days are asked for again, whatever came beside them', async () => {
  const { service, run } = await answering(sparse, whole);
  const first = await run('series 2024-01-15 2024-01-19');
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining(due) });
  expect(await run('series 2024-01-14 2024-01-19 -f csv')).toMatchObject({
    stdout: expect.stringContaining(`${day},USD,GBP,0.7\n`),
    stderr: expect.stringContaining('6 days: 4 held, 2 to fetch, cost 2 requests\n'),
  });
  expect(service.asked().slice(1).sort()).toEqual(['2024-01-14', day]);
});

test('the archive asks once more too, and a refresh is asking once more', async () => {
  const { service, run, ratesHeld } = await answering(sparse, sparse, whole);
  const archive = () => run('archive --since 2024-01-15 -q', { now: '2024-01-19T09:00:00Z' });
  await archive();
  for (const _ of [1, 2]) {
    expect(await archive()).toEqual({ ...fine, stdout: '' });
    expect(service.cost()).toBe(5);
  }
  await run(`${ask} --refresh`);
  expect(ratesHeld()).toEqual(whole);

  const refreshed = await answering(sparse, sparse);
  for (const line of [`series 2024-01-16 ${day}`, `${ask} --refresh`, ask]) await refreshed.run(line);
  expect(refreshed.service.cost()).toBe(3);
});

test('several runs at once ask once, and a killed one leaves an answer that is looked at like others', async () => {
  const { service, run, built, held } = await answering(sparse, sparse);
  await run('historical 2024-01-16');
  const { arrived } = held.places;
  mkdirSync(arrived, { recursive: true });
  const left = `2024-01-15.${Date.now() - 100_000}.1.0123456789ab`;
  writeFileSync(join(arrived, left), JSON.stringify(dayBody(sparse)));
  const { stderr } = await run(`${ask} -s EUR`);
  expect(stderr).toBe(`2024-01-15 has 2 codes, 2024-01-16 has 5: ${keptDue}${one}${due}`);
  const results = await Promise.all([1, 2, 3].map(() => built(`${ask} -s EUR,GBP`)));
  expect(results.map(({ code }) => code)).toEqual([3, 3, 3]);
  expect(service.asked()).toEqual(['2024-01-16', day, day]);
});
