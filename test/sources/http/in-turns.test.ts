import { expect, test } from 'vitest';
import { InTurns } from '../../../src/sources/http/in-turns.ts';
import { turns } from '../../support/latch.ts';

test('those who come together go on one by one', async () => {
  const all = new InTurns();
  const gone: number[] = [];
  for (const number of [0, 1, 2]) all.next().then(() => gone.push(number));
  for (const most of [1, 2, 3]) {
    await turns();
    expect(gone.length).toBeLessThanOrEqual(most);
  }
  await all.next();
  expect(gone).toEqual([0, 1, 2]);
});
