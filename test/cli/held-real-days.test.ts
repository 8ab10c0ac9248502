import { beforeAll, describe, expect, test } from 'vitest';
import { type Day, eachDay } from '../../src/calendar/day.ts';
import { daysInWords } from '../../src/calendar/runs.ts';
import { createHandler } from '../../src/server/api/handler.ts';
import { demoServed } from '../../src/server/demo/demo.ts';
import { count } from '../../src/words.ts';
import { HeldFiles } from '../support/held-files.ts';
import { Machine } from '../support/ratebook.ts';
import { hasRealDays, orSkipped, RealDays, withoutOdd } from '../support/real-days.ts';
import { type Fault, reply, startService } from '../support/service.ts';
import { inWhole } from '../support/whole.ts';

const ranges: readonly (readonly [string, string])[] = inWhole(
  [
    ['1999-01-01', '2012-06-24'],
    ['2020-01-01', '2026-08-22'],
  ],
  [
    ['1999-01-01', '1999-02-28'],
    ['2012-03-01', '2012-05-31'],
    ['2026-04-01', '2026-06-30'],
  ],
);

const now = '2026-09-01T12:00:00Z';
const clock = () => Date.parse(now);

/** A machine that holds the ranges; the service has sent the very text of the published numbers. */
async function fill() {
  const real = new RealDays();
  const asPublished: Fault = ({ path, query }, response, pass) => {
    const day = /^\/historical\/(.*)\.json$/.exec(path)?.[1];
    const body = real.body((day ?? query.start) as Day, (day ?? query.end) as Day, !day);
    if (body === undefined) pass();
    else reply(response, 200, body, { date: new Date(clock()).toUTCString() });
  };
  const refusing = createHandler({ source: real.source, accounts: demoServed(clock).accounts, now: clock });
  const service = await startService(asPublished, refusing);
  const machine = Machine.for(service.url);
  const missing: Day[] = [];
  for (const [first, last] of ranges) {
    const gaps = daysOf(first, last).filter((day) => real.published(day).size === 0);
    const { code, stderr } = await machine.run(['series', first, last, '-y', '-q', '-o', 'all.csv'], { now });
    const told = gaps.length ? `ratebook: no rates for ${count(gaps.length, 'day')}: ${daysInWords(gaps)}\n` : '';
    expect({ code, stderr: withoutOdd(stderr) }).toEqual({ code: gaps.length ? 3 : 0, stderr: told });
    missing.push(...gaps);
  }
  return { real, service, machine, missing };
}

describe.skipIf(!hasRealDays)(`the real days${orSkipped}`, () => {
  let filled: Awaited<ReturnType<typeof fill>>;
  beforeAll(async () => {
    filled = await fill();
  }, 120_000);
  const offline = (...args: string[]) => filled.machine.run([...args, '--offline', '-q'], { now });

  test('come back as the numbers that were published, from the store and its files', async () => {
    const { real, machine, service } = filled;
    const asked = service.calls();
    const files = new HeldFiles(machine, service.url);
    for (const [first, last] of ranges) {
      await offline('series', first, last, '-o', 'all.csv');
      const lines = machine.read('all.csv').trimEnd().split('\n').slice(1);
      const expected = daysOf(first, last).flatMap((day) => {
        const published = [...real.published(day)].map(([code, text]) => [code, decimal(text)] as const);
        const held = published.length ? Object.fromEntries(ratesIn(files.read(day))) : {};
        expect(held).toEqual(Object.fromEntries(published));
        return published.sort().map(([code, rate]) => `${day},USD,${code},${rate}`);
      });
      expect(lines.join('\n')).toBe(expected.join('\n'));
    }
    expect(service.calls()).toBe(asked);
  }, 240_000);
});

const daysOf = (first: string, last: string) => [...eachDay(first as Day, last as Day)];

const ratesIn = (text: string) =>
  Array.from(text.matchAll(/^ {4}"(\w+)": ([^,\n]+)/gm), ([, code, rate]) => [code, rate] as const);

/** The published text as a plain decimal, by its digits alone. */
function decimal(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d+)\.?(\d*)(?:e([+-]\d+))?$/i.exec(text) ?? [];
  const digits = `${'0'.repeat(40)}${whole}${fraction}${'0'.repeat(40)}`;
  const point = 40 + whole.length + Number(exponent);
  const [before, after] = [digits.slice(0, point), digits.slice(point)];
  return `${before.replace(/^0+(?=\d)/, '')}.${after}`.replace(/\.?0+$/, '');
}
