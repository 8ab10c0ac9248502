import { expect, test } from 'vitest';
import { bankOfItaly } from '../support/bank-of-italy.ts';

/** A Sunday. */
const now = '2024-01-21T12:00:00Z';

test('processes at once ask for each day once, two requests under way at most', async () => {
  const { asked, bank, held, machine } = await bankOfItaly();
  const accepted = new Set<string | undefined>();
  let [underWay, most] = [0, 0];
  bank.fault = (_request, { req }, pass) => {
    accepted.add(req.headers.accept);
    most = Math.max(most, ++underWay);
    // once it is on its way, the next request may come before it is known to have gone
    const answer = () => {
      underWay--;
      pass();
    };
    // of requests that are only kept apart, three would be under way
    setTimeout(answer, 800);
  };
  const days = ['08', '09', '10', '11', '12', '15'].map((day) => `2024-01-${day}`);
  const runs = ['2024-01-15', '2024-01-12'].map((last) =>
    machine.run(['series', '2024-01-08', last, '-s', 'USD', '-q', '--source', 'bdi'], { now }),
  );
  const alone = machine.run(['historical', '2023-12-20', '-s', 'USD', '--no-store', '--source', 'bdi'], { now });
  for (const { code, stderr } of await Promise.all([...runs, alone])) expect([code, stderr]).toEqual([0, '']);
  expect([asked().sort(), held.days()]).toEqual([['2023-12-20', ...days], days]);
  expect([...accepted]).toEqual(['text/csv']);
  expect(most).toBeLessThanOrEqual(2);
});
