import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bankScene, ratesOn, weekdaysOf } from '../support/bank.ts';
import { bankOfItaly } from '../support/bank-of-italy.ts';
import { bankOfPoland, midsOn } from '../support/bank-of-poland.ts';
import { behind, Latch } from '../support/latch.ts';
import { finished, said } from '../support/ratebook.ts';

/** A Sunday. */
const sunday = '2024-01-21T12:00:00Z';

test('processes at once ask for each day once, two requests under way at most', async () => {
  const { asked, bank, stored, machine } = await bankOfItaly();
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
    machine.run(['series', '2024-01-08', last, '-s', 'USD', '-q', '--source', 'bdi'], { now: sunday }),
  );
  const alone = machine.run(['historical', '2023-12-20', '-s', 'USD', '--no-store', '--source', 'bdi'], {
    now: sunday,
  });
  for (const { code, stderr } of await Promise.all([...runs, alone])) expect([code, stderr]).toEqual([0, '']);
  expect([asked().sort(), stored.days()]).toEqual([['2023-12-20', ...days], days]);
  expect([...accepted]).toEqual(['text/csv']);
  expect(most).toBeLessThanOrEqual(2);
});

test('rates come by quarters, each day once, and days off part nothing', async () => {
  const { asked, bank, run: runAt } = await bankOfPoland();
  const run = (line: string) => runAt(line, { now: sunday });
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

const upTo = (last: string) => weekdaysOf('2024-01-02', last);

/** A Monday, before the bank publishes. */
const monday = '2024-01-22';
const noon = `${monday}T12:00:00Z`;
const row = (day: string) => `${day},EUR,USD,${ratesOn(day).USD}\n`;
const csv = (...days: readonly string[]) => `date,base,quote,rate\n${days.map(row).join('')}`;
const fine = (...days: readonly string[]) => ({ code: 0, stdout: csv(...days), stderr: '' });

/** A bank whose newest day is Friday, and a clock. */
async function scene() {
  const { run, ...rest } = await bankScene(upTo('2024-01-19'));
  const at = (time: string, line: string) => run(`${line} -s USD`, { now: `${monday}T${time}:00Z` });
  return { ...rest, run, at };
}

test('the bank’s file without a tag is asked for by its time', async () => {
  const { bank, at } = await scene();
  bank.hasTags = false;
  await at('12:00', 'latest');
  await at('13:01', 'latest');
  expect(bank.requests[1]?.headers).toMatchObject({ 'if-modified-since': expect.any(String) });
  expect(bank.requests[1]?.headers).not.toHaveProperty('if-none-match');
  bank.publish(upTo(monday));
  expect(await at('15:00', 'latest')).toEqual(fine(monday));
});

/** Preloaded: says when the program pauses for the first time, as it does while another run asks. */
const sayingPauses = `const timers = require('node:timers/promises');
const { setTimeout: pause } = timers;
let isFirst = true;
timers.setTimeout = (...given) => {
  if (isFirst) process.stderr.write('pauses\\n');
  isFirst = false;
  return pause(...given);
};`;

describe('runs at once', () => {
  /** An answer that waits, and runs of the program of which the first has asked. */
  async function waiting() {
    const { bank, machine, stored } = await scene();
    const latch = new Latch();
    bank.fault = behind(latch);
    machine.write('pauses.cjs', sayingPauses);
    const preload = join(machine.home, 'pauses.cjs');
    const start = (...words: string[]) => {
      const child = machine.start([...words, '--source', 'ecb', '-s', 'USD'], { now: noon, preload });
      return { child, end: finished(child) };
    };
    return { bank, stored, latch, start };
  }

  test('share one download', async () => {
    const { bank, stored, latch, start } = await waiting();
    const first = start('historical', '2024-01-17');
    await bank.came(1);
    const others = Array.from({ length: 2 }, () => start('historical', '2024-01-17'));
    await Promise.all(others.map(({ child }) => said(child, 'stderr', 'pauses')));
    latch.open();
    expect(await first.end).toEqual(fine('2024-01-17'));
    for (const { end } of others) expect(await end).toEqual({ ...fine('2024-01-17'), stderr: 'pauses\n' });
    expect(bank.requests).toHaveLength(1);
    expect(stored.days()).toEqual(Object.keys(upTo('2024-01-19')));
  });
});
