import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bankScene, ratesOn, weekdaysOf } from '../support/bank.ts';
import { behind, Latch } from '../support/latch.ts';
import { finished, said } from '../support/ratebook.ts';

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

describe('the bank’s file', () => {
  test('without a tag is asked for by its time', async () => {
    const { bank, at } = await scene();
    bank.hasTags = false;
    await at('12:00', 'latest');
    await at('13:01', 'latest');
    expect(bank.requests[1]?.headers).toMatchObject({ 'if-modified-since': expect.any(String) });
    expect(bank.requests[1]?.headers).not.toHaveProperty('if-none-match');
    bank.publish(upTo(monday));
    expect(await at('15:00', 'latest')).toEqual(fine(monday));
  });
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
    const { bank, machine, held } = await scene();
    const latch = new Latch();
    bank.fault = behind(latch);
    machine.write('pauses.cjs', sayingPauses);
    const preload = join(machine.home, 'pauses.cjs');
    const start = (...words: string[]) => {
      const child = machine.start([...words, '--source', 'ecb', '-s', 'USD'], { now: noon, preload });
      return { child, end: finished(child) };
    };
    return { bank, held, latch, start };
  }

  test('share one download', async () => {
    const { bank, held, latch, start } = await waiting();
    const first = start('historical', '2024-01-17');
    await bank.came(1);
    const others = Array.from({ length: 2 }, () => start('historical', '2024-01-17'));
    await Promise.all(others.map(({ child }) => said(child, 'stderr', 'pauses')));
    latch.open();
    expect(await first.end).toEqual(fine('2024-01-17'));
    for (const { end } of others) expect(await end).toEqual({ ...fine('2024-01-17'), stderr: 'pauses\n' });
    expect(bank.requests).toHaveLength(1);
    expect(held.days()).toEqual(Object.keys(upTo('2024-01-19')));
  });
});
