import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Bank, bankFile, bankScene, ratesOn, weekdaysOf } from '../support/bank.ts';
import { pass, status } from '../support/faults.ts';
import { behind, Latch } from '../support/latch.ts';
import { finished, said } from '../support/ratebook.ts';

const upTo = (last: string) => weekdaysOf('2024-01-02', last);

/** A Monday, before the bank publishes. */
const monday = '2024-01-22';
const noon = `${monday}T12:00:00Z`;

const row = (day: string) => `${day},EUR,USD,${ratesOn(day).USD}\n`;
const csv = (...days: readonly string[]) => `date,base,quote,rate\n${days.map(row).join('')}`;
const fine = (...days: readonly string[]) => ({ code: 0, stdout: csv(...days), stderr: '' });

const conditionsOf = ({ requests }: Bank) =>
  requests.map(({ headers }) => headers['if-none-match'] ?? headers['if-modified-since']);

/** A bank whose newest day is Friday, and a clock. */
async function scene() {
  const { run, ...rest } = await bankScene(upTo('2024-01-19'));
  const at = (time: string, line: string) => run(`${line} -s USD`, { now: `${monday}T${time}:00Z` });
  return { ...rest, run, at };
}

describe('the bank’s file', () => {
  test('is asked for once, and brings every day', async () => {
    const { bank, held, run, at } = await scene();
    expect(await at('12:00', 'historical 2024-01-17')).toEqual(fine('2024-01-17'));
    expect(bank.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${bankFile}`]);
    expect(held.days()).toEqual(Object.keys(upTo('2024-01-19')));
    expect(await at('12:00', 'historical 2024-01-03 2024-01-19')).toEqual(fine('2024-01-03', '2024-01-19'));
    // days that are held, whenever it is; those between them are known too
    const later = { now: '2024-03-01T12:00:00Z' };
    expect((await run('series 2024-01-02 2024-01-19', later)).code).toBe(0);
    expect((await run('historical 2024-01-13', later)).code).toBe(3);
    expect(bank.requests).toHaveLength(1);
  });

  test('is asked for at most once an hour, and again only if it is another', async () => {
    const { bank, at } = await scene();
    for (const [time, asked] of [
      ['12:00', 1],
      ['12:59', 1],
      ['13:01', 2],
      ['14:00', 2],
    ] as const) {
      expect(await at(time, 'latest')).toEqual(fine('2024-01-19'));
      expect(bank.requests).toHaveLength(asked);
    }
    bank.publish(upTo(monday));
    expect(await at('15:02', 'latest')).toEqual(fine(monday));
    expect(await at('15:30', `historical ${monday}`)).toEqual(fine(monday));
    expect(conditionsOf(bank)).toEqual([undefined, expect.any(String), expect.any(String)]);
  });

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

  test.each(['12:01', '13:01'])('is asked for again, whole, where a day of it was deleted, at %s', async (time) => {
    const { bank, held, at } = await scene();
    await at('12:00', 'latest');
    const before = held.read('2024-01-10');
    held.remove('2024-01-10');
    expect(await at(time, 'historical 2024-01-10')).toEqual(fine('2024-01-10'));
    expect(held.read('2024-01-10')).toBe(before);
    expect(conditionsOf(bank)).toEqual([undefined, undefined]);
  });

  test('is asked for again, whole, even where an older file had more days than it', async () => {
    const { bank, held, at } = await scene();
    await at('12:00', 'latest');
    const { '2024-01-08': _gone, ...fewer } = upTo('2024-01-19');
    bank.publish(fewer);
    await at('13:01', 'latest');
    held.remove('2024-01-10');
    expect(await at('14:02', 'historical 2024-01-10')).toEqual(fine('2024-01-10'));
    expect(held.days()).toEqual(Object.keys(upTo('2024-01-19')));
  });

  test('is asked for soon again after a failure', async () => {
    const { bank, held, at } = await scene();
    bank.fault = status(404);
    expect(await at('12:00', 'historical 2024-01-17')).toMatchObject({ code: 1, stdout: '' });
    expect(held.names()).toEqual([]);
    bank.fault = pass;
    expect(await at('12:01', 'historical 2024-01-17')).toEqual(fine('2024-01-17'));
    expect(conditionsOf(bank)).toEqual([undefined, undefined]);
  });

  test('is asked for before the hour is over with --refresh', async () => {
    const { bank, at } = await scene();
    await at('12:00', 'latest');
    bank.publish(upTo(monday));
    expect(await at('12:01', 'latest --refresh')).toEqual(fine(monday));
    expect(await at('12:02', `historical ${monday} --refresh`)).toEqual(fine(monday));
    expect(bank.requests).toHaveLength(3);
  });

  test('is used for the run alone with --no-store', async () => {
    const { bank, held, machine, at } = await scene();
    for (const count of [1, 2]) {
      expect(await at('12:00', 'historical 2024-01-17 --no-store')).toEqual(fine('2024-01-17'));
      expect(await at('12:00', 'latest --no-store')).toEqual(fine('2024-01-19'));
      expect(bank.requests).toHaveLength(2 * count);
    }
    expect([held.names(), existsSync(held.places.days)]).toEqual([[], false]);
    const state = join(machine.home, '.local/state/ratebook');
    const kept = existsSync(state) ? readdirSync(state, { recursive: true }).map(String) : [];
    expect(kept.filter((name) => name.includes('ecb'))).toEqual([]);
    expect(conditionsOf(bank)).toEqual(Array(4).fill(undefined));
  });

  test('is not asked for with --offline', async () => {
    const { bank, at } = await scene();
    const stderr = expect.stringContaining('2024-01-17');
    expect(await at('12:00', 'historical 2024-01-17 --offline')).toEqual({ code: 3, stdout: csv(), stderr });
    expect(bank.requests).toEqual([]);
    await at('12:00', 'latest');
    bank.publish(upTo(monday));
    expect((await at('15:30', 'latest --offline')).stdout).toBe(csv('2024-01-19'));
    expect(bank.requests).toHaveLength(1);
  });
});

describe('working days that the bank has not published yet', () => {
  test.each([
    ['today before it publishes', '2024-01-19', 'series 2024-01-18 today', ['2024-01-18', '2024-01-19'], '2024-01-22'],
    ['several', '2024-01-16', 'series 2024-01-15 2024-01-21', ['2024-01-15', '2024-01-16'], '2024-01-17 to 2024-01-19'],
  ])(
    'are left out of a range with a note, and come once they are there: %s',
    async (_what, last, line, days, named) => {
      const { bank, at } = await scene();
      bank.publish(upTo(last));
      const { code, stdout, stderr } = await at('12:00', line);
      expect([code, stdout]).toEqual([0, csv(...days)]);
      expect(stderr).toMatch(new RegExp(`^(?!ratebook: ).*${named}.*\n$`));
      expect((await at('12:00', `${line} -q`)).stderr).toBe('');
      bank.publish(upTo(monday));
      const { stdout: later } = await at('15:30', line);
      expect(later.startsWith(csv(...days)) && later.length > stdout.length).toBe(true);
      expect(bank.requests).toHaveLength(2);
    },
  );

  test('have no rates of their own', async () => {
    const { at } = await scene();
    const stderr = expect.stringMatching(/^ratebook: .*2024-01-22.*\nhint: .*2024-01-19.*\n$/);
    expect(await at('12:00', 'historical today')).toEqual({ code: 3, stdout: csv(), stderr });
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
    const others = Array.from({ length: 7 }, () => start('historical', '2024-01-17'));
    await Promise.all(others.map(({ child }) => said(child, 'stderr', 'pauses')));
    latch.open();
    expect(await first.end).toEqual(fine('2024-01-17'));
    for (const { end } of others) expect(await end).toEqual({ ...fine('2024-01-17'), stderr: 'pauses\n' });
    expect(bank.requests).toHaveLength(1);
    expect(held.days()).toEqual(Object.keys(upTo('2024-01-19')));
  });

  test('take over from one that is killed while it asks', async () => {
    const { bank, latch, start } = await waiting();
    const first = start('latest');
    await bank.came(1);
    const other = start('historical', '2024-01-17');
    first.child.kill('SIGKILL');
    await bank.came(2);
    latch.open();
    expect(await other.end).toMatchObject({ code: 0, stdout: csv('2024-01-17') });
    expect((await first.end).code).toBe(null);
    expect(bank.requests).toHaveLength(2);
  });
});
