import { describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../src/calendar/day.ts';
import { freePlan } from '../support/free-plan.ts';
import { type Fault, reply, replyError } from '../support/service.ts';

describe.concurrent('on a free key', () => {
  test('each new day is had on its night, and backfill leaves room for those to come', async () => {
    const plan = await freePlan('2024-02-01T02:17:00Z');
    const held = new Map<Day, number>();
    for (const night of eachDay('2024-02-01' as Day, '2024-03-31' as Day)) {
      plan.at(`${night}T02:17:00Z`);
      // the rest of the month's quota goes elsewhere
      if (night.endsWith('-01')) plan.spend(700);
      const since = night === '2024-02-01' ? ['--since', '2023-01-01'] : [];
      expect(await plan.run('--quiet', ...since)).toEqual({ code: 0, stdout: '', stderr: '' });
      const days = plan.held.days();
      expect(days.at(-1)).toBe(addDays(night, -1));
      const { requests_remaining: left = 0, days_remaining: daysLeft = 0 } = await plan.usageNow();
      expect(left).toBeGreaterThanOrEqual(daysLeft + 100);
      held.set(night, days.length);
    }
    // each month 300 are left, of which a tenth of 1000 is kept back until its end
    const nights = ['2024-02-01', '2024-02-29', '2024-03-01', '2024-03-31'] as Day[];
    expect(nights.map((night) => held.get(night))).toEqual([100, 200, 300, 400]);
  }, 600_000);

  test('what waits is said, with the day on which the quota resets', async () => {
    const plan = await freePlan('2024-03-10T09:00:00Z');
    plan.spend(850);
    const { code, stderr } = await plan.run('--since', '2024-02-01');
    expect(code).toBe(0);
    expect(stderr).toContain('archive: 29 of 38 days held since 2024-02-01, 9 wait for 2024-04-01');
    expect(stderr).toContain(' (121 of 1,000 requests kept back)\n');
    expect(plan.service.cost()).toBe(29);
  });

  test('--reserve says how much is kept back', async () => {
    const plan = await freePlan('2024-03-10T09:00:00Z');
    plan.spend(960);
    const { stderr } = await plan.run('--since', '2024-02-01', '--reserve', '20');
    expect(stderr).toContain('20 of 38 days held since 2024-02-01, 18 wait for 2024-04-01 (20 of 1,000');
    expect(plan.service.cost()).toBe(20);
  });

  test('without any quota for the newest days it fails once, and is quiet until the quota resets', async () => {
    const plan = await freePlan('2024-03-10T09:00:00Z');
    plan.spend(1000);
    const failed = await plan.run('--quiet');
    expect(failed.code).toBe(5);
    expect(failed.stderr).toBe('ratebook: the quota is used up; it resets on 2024-04-01\n');
    plan.at('2024-03-11T09:00:00Z');
    expect(await plan.run('--quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await plan.run()).stderr).toBe(
      'archive: 0 of 10 days held since 2024-03-01, 10 wait for 2024-04-01 (the quota is used up)\n',
    );
    plan.at('2024-04-01T09:00:00Z');
    expect((await plan.run('--quiet')).code).toBe(0);
    expect(plan.held.days()).toHaveLength(31);
    plan.spend(1000 - 31);
    plan.at('2024-04-02T09:00:00Z');
    expect((await plan.run('--quiet')).code).toBe(5);
  });

  test('where usage is silent, the refusal of the service is said once', async () => {
    const silent: Fault = (_request, response) => reply(response, 500, 'out of order');
    const plan = await freePlan('2024-03-10T09:00:00Z', silent);
    plan.spend(1000);
    expect((await plan.run('--quiet')).code).toBe(5);
    expect((await plan.run('--quiet')).code).toBe(0);
  });

  test('a refusal in the middle of backfill is no failure: the newest days are there', async () => {
    const silent: Fault = (_request, response) => replyError(response, 500, '');
    const plan = await freePlan('2024-03-10T09:00:00Z', silent);
    plan.spend(980);
    const { code, stderr } = await plan.run('--since', '2024-02-01');
    expect(code).toBe(0);
    expect(stderr).toMatch(/archive: \d+ of 38 days held since 2024-02-01, \d+ wait for 2024-04-01/);
    expect(plan.held.days().at(-1)).toBe('2024-03-09');
  });
});

describe.concurrent('an answer that is lost', () => {
  const lost = (times: number): Fault => {
    let left = times;
    return (_request, response, pass) => {
      if (left-- > 0) response.destroy();
      else pass();
    };
  };

  test('of a new day is asked for again, out of the reserve', async () => {
    const plan = await freePlan('2024-03-10T09:00:00Z', undefined, lost(1));
    plan.spend(879);
    const { code, stderr } = await plan.run('--since', '2024-03-09');
    expect(code).toBe(0);
    expect(stderr).toContain('archive: 1 of 1 day held since 2024-03-09\n');
  });

  test('in backfill leaves a day to the next run', async () => {
    const plan = await freePlan('2024-03-10T09:00:00Z', undefined, lost(1));
    plan.held.write('2024-03-09', '{"base":"USD","rates":{"USD":1,"EUR":0.9}}');
    const { code, stderr } = await plan.run('--since', '2024-03-01', '--max-cost', '5', '--concurrency', '1');
    expect(code).toBe(0);
    expect(stderr).toMatch(/archive: [2-5] of 9 days held since 2024-03-01, \d left to later runs\n/);
  });

  test('does not hide a gap that was found before it', async () => {
    const fault: Fault = ({ path }, response, pass) => {
      if (path.includes('2024-03-05')) replyError(response, 400, 'not_available');
      else if (path.includes('2024-02-29')) replyError(response, 404, 'not_found');
      else pass();
    };
    const plan = await freePlan('2024-03-10T09:00:00Z', undefined, fault);
    const { code, stderr } = await plan.run('--since', '2024-02-28', '--concurrency', '1');
    expect(code).toBe(1);
    expect(stderr).toContain('no rates for 1 day: 2024-03-05\n');
  });
});

test('a quota that is said to last for ever is not believed', async () => {
  const endless: Fault = (_request, response) =>
    reply(response, 200, {
      data: { plan: { name: 'Free' }, usage: { requests: 0, requests_remaining: 5, days_remaining: 1e12 } },
    });
  const plan = await freePlan('2024-03-10T09:00:00Z', endless);
  const { code, stderr } = await plan.run('--since', '2024-03-01');
  expect(code).toBe(0);
  expect(stderr).toContain('4 wait for 2024-04-01 (0 requests kept back)\n');
});

describe.concurrent('the first day of the archive', () => {
  const now = '2024-03-10T09:00:00Z';

  test('is remembered where it is earlier, and counts for its run alone where it is later', async () => {
    const { run } = await freePlan(now);
    for (const [given, counted] of [
      ['2024-03-05', '2024-03-05'],
      ['2024-03-08', '2024-03-08'],
      [undefined, '2024-03-05'],
      ['2024-03-02', '2024-03-02'],
      [undefined, '2024-03-02'],
    ]) {
      const { stderr } = await run(...(given ? ['--since', given] : []));
      expect(stderr).toContain(`held since ${counted}`);
    }
  });

  test('that lies ahead, remembered by a wrong clock, is not believed', async () => {
    const { run, at } = await freePlan('2024-05-10T09:00:00Z');
    await run('--since', '2024-05-08');
    at(now);
    expect((await run()).stderr).toContain('archive: 9 of 9 days held since 2024-03-01');
  });

  test('that cannot be read is an error, and is replaced by one that is given', async () => {
    const { run, machine, service } = await freePlan(now);
    await run('--since', '2024-03-05');
    const host = new URL(service.url).host.replace(':', '_');
    const path = `.local/state/ratebook/archive/${host}/api/since`;
    machine.write(path, 'yesterday\n');
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ratebook: .*\/since is damaged: it does not contain a day\nhint: .*--since YYYY-MM-DD\n$/);
    expect(machine.read(path)).toBe('yesterday\n');
    expect((await run('--since', '2024-03-05')).code).toBe(0);
    expect(machine.read(path)).toBe('2024-03-05\n');
  });
});

test('a dry run shows the whole job, and asks nothing', async () => {
  const { run, service } = await freePlan('2024-03-10T09:00:00Z');
  await run();
  const before = service.calls();
  const { code, stderr } = await run('--since', '2023-03-11', '--dry-run');
  expect(code).toBe(0);
  expect(stderr).toBe('365 days since 2023-03-11: 9 held, 356 to fetch; this run 100, done in 4 runs\n');
  expect(service.calls()).toBe(before);
});
