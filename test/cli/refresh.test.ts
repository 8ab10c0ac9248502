import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bankScene, weekdaysOf } from '../support/bank.ts';
import { bankOfItaly } from '../support/bank-of-italy.ts';
import { bankOfPoland } from '../support/bank-of-poland.ts';
import { pass, status } from '../support/faults.ts';
import { scene } from '../support/scene.ts';

const now = '2024-01-21T12:00:00Z';
const day = '2024-01-17';

/** For each source: where its stored days are, and a command line on one of them. */
const sources = {
  oxr: () => scene(pass, { now }),
  ecb: () => bankScene(weekdaysOf('2024-01-15', '2024-01-19')),
  bdi: bankOfItaly,
  nbp: bankOfPoland,
};

const names = Object.keys(sources) as (keyof typeof sources)[];

const edits = {
  edited: (path: string, text: string) => writeFileSync(path, text.replace(/("USD"|"EUR"): [\d.]+/, '$1: 7.5')),
  truncated: (path: string, text: string) => writeFileSync(path, text.slice(0, -20)),
  missing: (path: string) => rmSync(path),
};

const cases = names.flatMap((name) => Object.entries(edits).map(([what, edit]) => ({ name, what, edit })));

test.concurrent.each(cases)(
  'a stored day that --refresh asks for again of $name is healed where its file is $what',
  async ({ name, what, edit }) => {
    const { stored, run } = await sources[name]();
    const line = `historical ${day} -s EUR,USD -q --no-header`;
    const before = await run(line, { now });
    const text = stored.read(day);
    edit(join(stored.places.days, `${day}.json`), text);

    expect((await run(`${line} --refresh`, { now })).stdout).toBe(before.stdout);
    expect(JSON.parse(stored.read(day))).toEqual(JSON.parse(text));
    const aside = [stored.aside('replaced').length, stored.aside('damaged').length];
    expect(aside).toEqual({ edited: [1, 0], truncated: [0, 1], missing: [0, 0] }[what]);
    expect(await run(`${line} --offline`, { now })).toEqual(before);
  },
);

describe('that a source has no rates of a working day', () => {
  const later = '2024-01-22T12:00:00Z';

  test.concurrent.each([
    ['nothing', ''],
    ['JSON', '{"error":true,"message":"not_found"}'],
    ['a proxy’s text', 'Not Found'],
    ['a page', '<!doctype html>'],
  ])('is not believed of a 404 with %s', async (_what, body) => {
    const { bank, stored, run } = await bankOfPoland();
    const line = `convert 100 EUR PLN --on ${day} -f value -q`;
    bank.fault = status(404, body);
    expect((await run(line, { now })).code).toBe(1);
    expect(stored.unavailable()).toEqual([]);
    bank.fault = (_request, _response, pass) => pass();
    expect(await run(line, { now })).toMatchObject({ code: 0, stdout: '401.17\n' });
  });

  test('is not believed of several working days at once, even in the words of the bank', async () => {
    const { bank, stored, run } = await bankOfPoland();
    bank.fault = status(404, '404 NotFound - Not Found - Brak danych');
    const { code, stderr } = await run('series 2024-01-08 2024-01-12 -s USD', { now });
    expect([code, stderr, stored.unavailable()]).toEqual([
      3,
      expect.stringMatching(/^ratebook: no rates for 5 days: 2024-01-08 to 2024-01-12\n/),
      [],
    ]);
  });

  test('is remembered for a day, and for good only once said again a week later', async () => {
    const { asked, bank, run } = await bankOfItaly();
    const line = `historical ${day} -s USD --no-header`;
    const isAsked = async (now: string) => {
      const before = asked().length;
      await run(line, { now });
      return asked().length > before;
    };

    await run('historical 2024-01-18 -s USD', { now });
    bank.publishes = (each) => each !== day;
    expect(await isAsked(now)).toBe(true);
    expect(await isAsked('2024-01-21T23:59:00Z')).toBe(false);
    expect(await isAsked(later)).toBe(true);
    expect(await isAsked('2024-01-28T12:00:00Z')).toBe(true);
    expect(await isAsked('2024-03-01T12:00:00Z')).toBe(false);
  });

  test.each([
    ['an empty table', []],
    ['a table of N.A. alone', [['USD', 'N.A.']]],
  ] as const)('is asked for again the next day after %s', async (_what, figures) => {
    const { bank, run } = await bankOfItaly();
    const { figuresOn } = bank;
    bank.figuresOn = () => figures;
    expect((await run(`historical ${day} -s USD`, { now })).code).toBe(3);
    bank.figuresOn = figuresOn;
    const { code, stdout } = await run(`historical ${day} -s USD -f value`, { now: later });
    expect([code, stdout]).toEqual([0, '1.01177\n']);
  });

  test('is asked for again where a file of all days lacked one once', async () => {
    const whole = weekdaysOf('2024-01-15', '2024-01-19');
    const { [day]: _, ...without } = whole;
    const { bank, run } = await bankScene(without);
    expect((await run(`historical ${day} -s USD`, { now })).code).toBe(3);
    bank.publish(whole);
    expect(await run(`historical ${day} -s USD -f value`, { now: later })).toMatchObject({ stdout: '1.01177\n' });
  });
});
