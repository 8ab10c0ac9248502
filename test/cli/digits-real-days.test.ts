import { Decimal } from 'decimal.js';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Day } from '../../src/calendar/day.ts';
import { count } from '../../src/words.ts';
import { Machine } from '../support/ratebook.ts';
import { hasRealDays, orSkipped, RealDays } from '../support/real-days.ts';

const now = '2026-09-01T12:00:00Z';
const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -40, toExpPos: 40 });

describe.skipIf(!hasRealDays)(`in euros, of real days${orSkipped}`, () => {
  let machine: Machine;
  let real: RealDays;
  beforeAll(async () => {
    machine = new Machine();
    real = new RealDays();
    const { paths, length } = real.files(machine.home);
    const { stderr } = await machine.run(['store', 'import', ...paths], { now });
    expect(stderr).toContain(`${count(length, 'day')} imported`);
  }, 240_000);

  /** Rates of a day, in euros by the published numbers. */
  function quotients(day: Day): ReadonlyMap<string, string> {
    const published = real.published(day);
    const euro = published.get('EUR') ?? '';
    const quotient = (rate: string) => new Exact(rate).div(euro).toSignificantDigits(10).toFixed();
    return new Map(Array.from(published, ([code, rate]) => [code, quotient(rate)]));
  }

  test('each command and format says the same rate', async () => {
    const day = '2012-01-17';
    const rates = quotients(day as Day);
    const codes = [...rates.keys()].filter((code) => code !== 'EUR');
    const wanted = codes.map((code) => rates.get(code));
    const say = async (...words: string[]) => (await machine.run([...words, '--offline', '-q'], { now })).stdout;
    const cells = (csv: string, column: number) =>
      csv
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[column]);
    const asked = ['historical', day, '-b', 'EUR', '-s', codes.join()];
    expect(cells(await say(...asked, '-f', 'csv'), 3)).toEqual(wanted);
    expect(await say(...asked, '-f', 'json')).toContain(`"${codes[0]}": ${wanted[0]}`);
    expect(cells(await say('convert', '1', 'EUR', ...codes, '--on', day, '-f', 'csv'), 4)).toEqual(wanted);
    machine.write('in.csv', `Date,Sum,In\n${codes.map((code) => `${day},1,${code}\n`).join('')}`);
    const columns = ['--date', 'Date', '--amount', 'Sum', '--from', 'EUR', '--to', 'In'];
    expect(cells(await say('annotate', 'in.csv', ...columns), 3)).toEqual(wanted);
    const inverted = cells(await say('historical', day, '--invert', '-b', 'ZAR', '-s', 'EUR'), 3);
    expect(inverted).toEqual([rates.get('ZAR')]);
  });
});
