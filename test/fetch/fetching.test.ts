import { expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { startFetching } from '../../src/fetch/fetching.ts';
import type { Fetched } from '../../src/fetch/library.ts';
import { planDirect } from '../../src/fetch/plan.ts';
import type { Connection } from '../../src/sources/source.ts';
import { Latch, turns } from '../support/latch.ts';
import { anErrand, publisher, ratesOf } from '../support/scripted-service.ts';

const three = ['2024-01-01', '2024-01-02', '2024-01-03'] as Day[];

test('days that come one by one, in any order, are handed over in theirs, each with its body as soon as it is there', async () => {
  const answers = new Map(three.map((day) => [day, new Latch()]));
  const connection: Connection = {
    begin:
      () =>
      async ({ run }, came) => {
        for (const day of three.toReversed()) {
          await answers.get(day)?.opened;
          const body = Buffer.from(day);
          const one = { first: day, last: day, length: 1 };
          await came({ run: one, days: [ratesOf(day)], surplus: [], served: undefined, body });
        }
        expect(run.length).toBe(3);
      },
    close: async () => {},
  };
  const fetching = startFetching({
    ...anErrand(),
    connection,
    source: publisher,
    holdings: undefined,
    onDays: () => {},
  });
  const [unit] = planDirect(three, 'range', publisher).units;
  const given: Fetched[] = [];
  const end = fetching.fetch(unit ?? expect.unreachable(), (part) => void given.push(part));
  const bodies = () => given.flatMap(({ bodies }) => bodies.map(String));
  for (const day of three.toReversed()) {
    expect(bodies()).toEqual([]);
    answers.get(day)?.open();
    await turns(3);
  }
  await end;
  expect(given.flatMap(({ days }) => days)).toEqual(three.map(ratesOf));
  expect(bodies()).toEqual(three);
});
