import { expect, test } from 'vitest';
import { bankOfPoland, midsOn } from '../support/bank-of-poland.ts';
import { first, sending, status } from '../support/faults.ts';
import type { Fault } from '../support/service.ts';

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

const fails: readonly (readonly [what: string, fault: Fault, tries: number, words: RegExp])[] = [
  ['is a page', sending('<html>'), 2, /not JSON/],
  ['is a page for what is not there', status(404, '<!doctype html>'), 1, /status 404/],
  ['refuses', status(400, 'Przekroczony limit'), 1, /status 400/],
  ['fails', status(503), 2, /status 503/],
  ['has 5 MB', sending('['.repeat(5 * 1024 * 1024)), 1, /larger than 4 MB/],
];

test.concurrent.each(fails)(
  'an answer that %s brings nothing, and takes nothing away',
  async (_what, fault, tries, words) => {
    const { asked, bank, held, run } = await scene();
    bank.fault = first(1, fault);
    const { code, stderr } = await run('series 2024-01-15 2024-01-17 -s USD --debug');
    expect([code, asked().length]).toEqual([tries === 2 ? 0 : 1, tries]);
    expect(stderr).toMatch(words);
    expect([held.days().length, held.unavailable()]).toEqual([tries === 2 ? 3 : 0, []]);
    expect((await run('series 2024-01-15 2024-01-17 -s USD')).code).toBe(0);
  },
);
