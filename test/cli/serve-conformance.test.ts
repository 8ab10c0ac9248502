import { describe, expect, test } from 'vitest';
import { type Day, eachDay } from '../../src/calendar/day.ts';
import { createHandler } from '../../src/server/api/handler.ts';
import { demoServed } from '../../src/server/demo/demo.ts';
import { conformance } from '../server/api/conformance.ts';
import { HeldFiles } from '../support/held-files.ts';
import { Machine } from '../support/ratebook.ts';
import { hasRealDays, orSkipped, RealDays } from '../support/real-days.ts';
import { reply, replyError, startService } from '../support/service.ts';
import { Serving } from '../support/serving.ts';

const now = '2026-08-20T12:00:00Z';

/** A decimal as it was published, written without an exponent. */
function withoutExponent(text: string): string {
  const [, whole = '', fraction = '', exponent] = /^(\d)\.(\d+)e-(\d+)$/.exec(text) ?? [];
  return exponent ? `0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}` : text;
}

const ratesIn = (body: string) => /"rates":(\{[^}]*\})/.exec(body)?.[1] ?? '';
const textsIn = (rates: string) =>
  Array.from(rates.matchAll(/"(\w+)":([^,}]+)/g), ([, code, text = '']) => `${code} ${text}`);

describe.skipIf(!hasRealDays)(`over real days${orSkipped}`, () => {
  if (!hasRealDays) return test.skip('is not tested', () => {});
  const real = new RealDays();

  conformance('serve', async () => {
    const clock = () => Date.parse(now);
    const handler = createHandler({ source: real.source, accounts: demoServed(clock).accounts, now: clock });
    const { url } = await startService(undefined, handler);
    const machine = Machine.for(url);
    const held = new HeldFiles(machine, url);
    for (const day of eachDay('2024-01-01' as Day, '2024-02-29' as Day))
      held.write(day, real.body(day, day, false) ?? '');
    const serving = await Serving.start(machine, [], { now });
    const close = async () => {
      await serving.stop();
    };
    return { url: serving.url, appId: 'any', today: now.slice(0, 10) as Day, close };
  });

  test('every number is the published one, digit by digit: just fetched, from the store, and in a series', async () => {
    const { url } = await startService(({ path, query }, response) => {
      const day = /historical\/(.*)\.json/.exec(path)?.[1];
      const [first, last] = (day ? [day, day] : [query.start, query.end]) as [Day, Day];
      const body = real.body(first, last, day === undefined);
      return body ? reply(response, 200, body) : replyError(response, 400, 'not_available');
    });
    const serving = await Serving.start(Machine.for(url), ['--max-cost', '1000'], { now });
    const withExponents = real.days.filter((day) => /e-/.test(real.body(day, day, false) ?? ''));
    const some = real.days.filter((_, at) => at % 60 === 0);
    for (const day of [...withExponents.slice(0, 20), ...some]) {
      const published = Array.from(real.published(day), ([code, text]) => `${code} ${withoutExponent(text)}`);
      for (let time = 0; time < 2; time++) {
        const { text } = await serving.get(`/historical/${day}.json?prettyprint=0`);
        expect(textsIn(ratesIn(text)), day).toEqual(published.sort());
      }
      const series = await serving.get(`/time-series.json?start=${day}&end=${day}&prettyprint=0`);
      expect(series.text).toContain(`"${day}":{${published.map((rate) => rate.replace(/(\w+) /, '"$1":')).join()}}`);
    }
    expect(withExponents.length).toBeGreaterThan(10);
  });
});
