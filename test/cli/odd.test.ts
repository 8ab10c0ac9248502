import { expect, test } from 'vitest';
import { addDays, type Day, dayAt } from '../../src/calendar/day.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { scene } from '../support/scene.ts';
import { dayBody, reply } from '../support/service.ts';
import { inWhole } from '../support/whole.ts';

const now = '2024-06-01T09:00:00Z';
const today = dayAt(Date.parse(now));

interface Stored {
  readonly day: Day;
  readonly rates: Record<string, number>;
}

/** Up to today, with missing days and weeks; of currencies that move by up to 1% a day. */
function storedDays(random: Random): Stored[] {
  const rates: Record<string, number> = { USD: 1, CZK: 23, HUF: 360 };
  return Array.from({ length: 100 }, (_, at) => addDays(today, at - 99)).flatMap((day, at) => {
    for (const code of ['CZK', 'HUF']) rates[code] = (rates[code] ?? 0) * (1 + (random() - 0.5) / 50);
    const isMissing = random() < 0.2 || (at > 40 && at < 65);
    return isMissing && day < addDays(today, -12) ? [] : [{ day, rates: { ...rates } }];
  });
}

/** As `2024-05-31 CZK odd`, the first five, and how many more; of what warns. */
function named(stderr: string): { first: string[]; more: number } {
  const names = Array.from(
    stderr.matchAll(/(\w{3}) on (\S+) is (odd|a jump): /g),
    ([, code, day, kind]) => `${day} ${code} ${kind}`,
  );
  return { first: names, more: Number(/(\d+) more odd rate/.exec(stderr)?.[1] ?? 0) };
}

/** A machine that has these days; today's rates are provisional ones. */
async function machineWith(days: readonly Stored[]) {
  const rates = days.at(-1)?.rates ?? {};
  const timestamp = Date.parse(now) / 1000 - 60;
  const date = new Date(now).toUTCString();
  const { held, run } = await scene((_, response) => reply(response, 200, { ...dayBody(rates), timestamp }, { date }), {
    now,
  });
  for (const { day, rates } of days) if (day < today) held.write(day, JSON.stringify(dayBody(rates)));
  expect((await run('latest -q')).code).toBe(0);

  const checked = await run('store check -f csv -q --no-header');
  const rows = checked.stdout.split('\n').map((row) => row.split(','));
  const listed = rows.map(([kind = '', code = '', start = '', end = '']) => ({ kind, code, start, end }));
  return { run, listed: listed.filter(({ kind }) => !['stale', 'vanished', ''].includes(kind)) };
}

const newest = inWhole([0, 1, 2, 3, 5, 30], [0, 1, 30]);

test.each(newest)('an outlier %i days before the provisional rates is named by every command, once', async (back) => {
  const days = storedDays(randomFrom(back)).filter(({ day }) => day > addDays(today, -40));
  const planted = days.find(({ day }) => day === addDays(today, -back)) ?? days[5];
  for (const factor of [1.15, 100]) {
    const all = days.map((each) => {
      const CZK = (each.rates.CZK ?? 0) * (each === planted ? factor : 1);
      return { ...each, rates: { ...each.rates, CZK } };
    });
    const { run, listed } = await machineWith(all);
    const name = `${planted?.day} CZK`;
    // the provisional rates decide about the newest stored day
    const expected = { first: [`${name} ${back === 0 ? 'a jump' : 'odd'}`], more: 0 };
    expect(listed.map(({ code, start }) => `${start} ${code}`)).toEqual([name]);
    for (const line of [
      `series ${all[0]?.day} today --offline -q`,
      `historical ${planted?.day} --offline -q`,
      `convert 1 USD CZK --on ${planted?.day} --offline -q`,
      `historical ${planted?.day} --offline -q -b HUF -s CZK`,
    ])
      expect(named((await run(line)).stderr)).toEqual(expected);
  }
});
