import { describe, expect, test } from 'vitest';
import { first, lost, pass } from '../support/faults.ts';
import { scene } from '../support/scene.ts';

/** On a free key, of which so many requests were spent elsewhere. */
async function freePlan({ spent = 0, fault = pass } = {}) {
  const plan = await scene(fault, { key: 'free-0123456789', now: '2024-03-10T09:00:00Z' });
  plan.spend(spent);
  return { ...plan, archive: (more = '') => plan.run(`archive ${more}`.trim()) };
}

const toldAs = (words: string) => ({ code: 0, stderr: expect.stringContaining(words) });

describe.concurrent('an answer that is lost', () => {
  test('of a new day is asked for again, out of the reserve', async () => {
    const { archive } = await freePlan({ spent: 879, fault: first(1, lost) });
    expect(await archive('--since 2024-03-09')).toMatchObject(
      toldAs('archive: 1 of 1 day stored since 2024-03-09, up to date\n'),
    );
  });

  test('in backfill leaves a day to the next run', async () => {
    const { archive, stored } = await freePlan({ fault: first(1, lost) });
    stored.write('2024-03-09', '{"base":"USD","rates":{"USD":1,"EUR":0.9}}');
    const stderr = expect.stringMatching(/archive: [2-5] of 9 days stored since 2024-03-01, \d left for later runs\n/);
    const line = '--since 2024-03-01 --max-cost 5 --concurrency 1';
    expect(await archive(line)).toMatchObject({ code: 0, stderr });
  });
});
