import { describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay, lastOfMonth, monthOf } from '../../src/calendar/day.ts';
import { folderOf } from '../../src/sources/oxr/service.ts';
import { answering, first, lacking, lost, onDays, pass, refusing, status } from '../support/faults.ts';
import { scene } from '../support/scene.ts';
import type { Fault } from '../support/service.ts';

/** On a free key, of which so many requests were spent elsewhere. */
async function freePlan({ now = '2024-03-10T09:00:00Z', spent = 0, fault = pass, usage = pass } = {}) {
  const plan = await scene(fault, { key: 'free-0123456789', usage, now });
  plan.spend(spent);
  return { ...plan, archive: (more = '') => plan.run(`archive ${more}`.trim()) };
}

const quiet = { code: 0, stdout: '', stderr: '' };

const toldAs = (words: string) => ({ code: 0, stderr: expect.stringContaining(words) });

describe.concurrent('on a free key', () => {
  test('each new day is had on its night, and backfill leaves room for those to come', async () => {
    const { archive, at, spend, held, left } = await freePlan();
    const counts = new Map<string, number>();
    for (const night of eachDay('2024-02-01' as Day, '2024-03-31' as Day)) {
      at(`${night}T02:17:00Z`);
      // the rest of the month's quota goes elsewhere
      if (night.endsWith('-01')) spend(700);
      expect(await archive(night === '2024-02-01' ? '--quiet --since 2023-01-01' : '--quiet')).toEqual(quiet);
      const days = held.days();
      expect(days.at(-1)).toBe(addDays(night, -1));
      const toCome = Number(lastOfMonth(monthOf(night)).slice(8)) - Number(night.slice(8));
      expect(left()).toBeGreaterThanOrEqual(toCome + 100);
      counts.set(night, days.length);
    }
    // each month 300 are left, of which a tenth of 1000 is kept back until its end
    const nights = ['2024-02-01', '2024-02-29', '2024-03-01', '2024-03-31'];
    expect(nights.map((night) => counts.get(night))).toEqual([100, 200, 300, 400]);
  }, 600_000);

  test.each([
    [850, '', 29, '29 of 38 days held since 2024-02-01, 9 wait for 2024-04-01 (121 of 1,000 requests kept back)\n'],
    [960, '--reserve 20', 20, '20 of 38 days held since 2024-02-01, 18 wait for 2024-04-01 (20 of 1,000'],
  ])(
    'after %i requests, what waits is said, with the day on which the quota resets: %s',
    async (spent, more, cost, told) => {
      const { archive, service } = await freePlan({ spent });
      expect(await archive(`--since 2024-02-01 ${more}`.trim())).toMatchObject(toldAs(told));
      expect(service.cost()).toBe(cost);
    },
  );

  test('without any quota for the newest days it fails once, and is quiet until the quota resets', async () => {
    const { archive, at, spend, held } = await freePlan({ spent: 1000 });
    const usedUp = 'ratebook: the quota is used up; it resets on 2024-04-01\n';
    expect(await archive('--quiet')).toMatchObject({ code: 5, stderr: usedUp });
    at('2024-03-11T09:00:00Z');
    expect(await archive('--quiet')).toEqual(quiet);
    expect((await archive()).stderr).toBe(
      'archive: 0 of 10 days held since 2024-03-01, 10 wait for 2024-04-01 (the quota is used up)\n',
    );
    at('2024-04-01T09:00:00Z');
    expect((await archive('--quiet')).code).toBe(0);
    expect(held.days()).toHaveLength(31);
    spend(1000 - 31);
    at('2024-04-02T09:00:00Z');
    expect((await archive('--quiet')).code).toBe(5);
  });

  test('where usage is silent, the refusal of the service is said once', async () => {
    const { archive } = await freePlan({ spent: 1000, usage: status(500, 'out of order') });
    expect([(await archive('--quiet')).code, (await archive('--quiet')).code]).toEqual([5, 0]);
  });

  test('a refusal in the middle of backfill is no failure: the newest days are there', async () => {
    const { archive, held } = await freePlan({ spent: 980, usage: refusing(500, '') });
    const stderr = expect.stringMatching(/archive: \d+ of 38 days held since 2024-02-01, \d+ wait for 2024-04-01/);
    expect(await archive('--since 2024-02-01')).toMatchObject({ code: 0, stderr });
    expect(held.days().at(-1)).toBe('2024-03-09');
  });
});

describe.concurrent('an answer that is lost', () => {
  test('of a new day is asked for again, out of the reserve', async () => {
    const { archive } = await freePlan({ spent: 879, fault: first(1, lost) });
    expect(await archive('--since 2024-03-09')).toMatchObject(toldAs('archive: 1 of 1 day held since 2024-03-09\n'));
  });

  test('in backfill leaves a day to the next run', async () => {
    const { archive, held } = await freePlan({ fault: first(1, lost) });
    held.write('2024-03-09', '{"base":"USD","rates":{"USD":1,"EUR":0.9}}');
    const stderr = expect.stringMatching(/archive: [2-5] of 9 days held since 2024-03-01, \d left to later runs\n/);
    const line = '--since 2024-03-01 --max-cost 5 --concurrency 1';
    expect(await archive(line)).toMatchObject({ code: 0, stderr });
  });

  test('does not hide a gap that was found before it', async () => {
    // of the plan's refusal of ranges nothing is known yet
    const later = onDays(['2024-02-29'], refusing(404, 'not_found'));
    const fault: Fault = (request, response, pass) =>
      request.query.start ? pass() : lacking('2024-03-05')(request, response, () => later(request, response, pass));
    const { archive } = await freePlan({ fault });
    const stderr = expect.stringContaining('no rates for 1 day: 2024-03-05\n');
    expect(await archive('--since 2024-02-28 --concurrency 1')).toMatchObject({ code: 1, stderr });
  });
});

test('a quota that is said to last for ever is not believed', async () => {
  const usage = { requests: 0, requests_remaining: 5, days_remaining: 1e12 };
  const { archive } = await freePlan({ usage: answering({ data: { plan: { name: 'Free' }, usage } }) });
  const told = '4 wait for 2024-04-01 (0 requests kept back)\n';
  expect(await archive('--since 2024-03-01')).toMatchObject(toldAs(told));
});

describe.concurrent('the first day of the archive', () => {
  test('is remembered where it is earlier, and counts for its run alone where it is later', async () => {
    const { archive } = await freePlan();
    for (const [given, counted] of [
      ['--since 2024-03-05', '2024-03-05'],
      ['--since 2024-03-08', '2024-03-08'],
      ['', '2024-03-05'],
      ['--since 2024-03-02', '2024-03-02'],
      ['', '2024-03-02'],
    ])
      expect((await archive(given)).stderr).toContain(`held since ${counted}`);
  });

  test.each(['--since 2024-05-08', ''])(
    'that lies ahead, remembered by a wrong clock, is not believed: %j',
    async (more) => {
      const { archive, at, held } = await freePlan({ now: '2024-05-10T09:00:00Z' });
      await archive(more);
      at('2024-03-10T09:00:00Z');
      expect(await archive()).toMatchObject(toldAs('archive: 9 of 9 days held since 2024-03-01\n'));
      expect(held.days()[0]).toBe('2024-03-01');
    },
  );

  test('that cannot be read is an error, and is replaced by one that is given', async () => {
    const { archive, machine, service } = await freePlan();
    await archive('--since 2024-03-05');
    const path = `.local/state/ratebook/archive/${folderOf(service.url)}/since`;
    machine.write(path, 'yesterday\n');
    const words = /^ratebook: .*\/since is damaged: it does not contain a day\nhint: .*--since YYYY-MM-DD\n$/;
    expect(await archive()).toMatchObject({ code: 1, stderr: expect.stringMatching(words) });
    expect(machine.read(path)).toBe('yesterday\n');
    expect((await archive('--since 2024-03-05')).code).toBe(0);
    expect(machine.read(path)).toBe('2024-03-05\n');
  });
});

test('a dry run shows the whole job, and asks nothing', async () => {
  const { archive, service } = await freePlan();
  await archive();
  const before = service.calls();
  const stderr = '365 days since 2023-03-11: 9 held, 356 to fetch; this run 100, done in 4 runs\n';
  expect(await archive('--since 2023-03-11 --dry-run')).toMatchObject({ code: 0, stderr });
  expect(service.calls()).toBe(before);
});
