import { expect, test } from 'vitest';
import { bankOfPoland, midsOn } from '../support/bank-of-poland.ts';

/** A Sunday. */
const now = '2024-01-21T12:00:00Z';

async function scene() {
  const { run, ...rest } = await bankOfPoland();
  return { ...rest, run: (line: string) => run(line, { now }) };
}

test('rates come by quarters, each day once, and days off part nothing', async () => {
  const { asked, bank, run } = await scene();
  bank.last = '2023-12-29';
  const { code, stdout, stderr } = await run('series 2022 2023 -s USD --invert --no-header');
  expect([code, stderr, asked().length]).toEqual([0, '', 8]);
  expect(asked()).toContain('2022-01-03 2022-03-31');
  const days = stdout.trimEnd().split('\n');
  expect(days.length).toBe(503);
  for (const row of days) {
    const [day = '', , , rate] = row.split(',');
    expect(Number(rate), row).toBe(midsOn(day).USD);
  }
  expect((await run('series 2022 2023 -s USD --invert --no-header')).stdout).toBe(stdout);
  expect(asked()).toHaveLength(8);
});
