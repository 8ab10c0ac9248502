import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { otherNames } from '../../src/cli/words/elsewhere.ts';
import type { Cli } from '../../src/run/host.ts';
import { runHere } from '../support/here.ts';
import { Machine, nobody } from '../support/ratebook.ts';

const now = '2026-11-20T23:30:00Z';
const machine = () => new Machine({ RATEBOOK_BASE_URL: nobody });

/** Blanks separate words, but for those in quotes. */
const split = (line: string) =>
  Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, word]) => quoted ?? word ?? '');

const run = (line: string) => runHere(machine(), split(line), { now, stdin: 'a-key\n' });

const done: readonly (readonly [typed: string, meant: string])[] = [
  ['100 EUR USD', 'convert 100 EUR USD'],
  ['100 eur to USD,CHF', 'convert 100 EUR USD CHF'],
  ['100EUR USD', 'convert 100 EUR USD'],
  ['€100 USD', 'convert 100 € USD'],
  ['100 EUR/USD', 'convert 100 EUR USD'],
  ['EUR USD', 'convert 1 EUR USD'],
  ['EUR to USD GBP', 'convert 1 EUR USD GBP'],
  ['EUR/USD', 'convert 1 EUR USD'],
  ['eurusd', 'convert 1 EUR USD'],
  ['1,234 EUR USD', 'convert 1,234 EUR USD'],
  ['2024 EUR USD', 'convert 2024 EUR USD'],
  ['100 EURO USD', 'convert 100 EURO USD'],
  ['100 yen dollars', 'convert 100 yen dollars'],
  ['-q --on yesterday 100 EUR USD', 'convert 100 EUR USD -q --on yesterday'],
  ['100 EUR USD on 17 Jan 2024', "convert 100 EUR USD --on '17 Jan 2024'"],
  ['100 EUR USD --rate day', 'convert 100 EUR USD --rate day'],
  ['250 CHF EUR on 3 May 2019 --rate last-published', "convert 250 CHF EUR --rate last-published --on '3 May 2019'"],
  ['1 234 567 EUR USD', 'convert 1234567 EUR USD'],
  ['€1 234.50 USD', 'convert 1234.50 € USD'],
  ['1 250 EUR USD', "convert '1 250' EUR USD"],
  ['- 5 EUR USD', "convert '- 5' EUR USD"],
  ['– 2024 EUR USD', "convert '– 2024' EUR USD"],
  ['last friday -s EUR', "historical 'last friday' -s EUR"],
  ['100 EUR USD -f cvs', 'convert 100 EUR USD -f cvs'],
  ['100 EUR USD --every month', 'convert 100 EUR USD --every month'],
  ['2024-01-17 -s EUR', 'historical 2024-01-17 -s EUR'],
  ['17 Jan 2024 -s EUR', "historical '17 Jan 2024' -s EUR"],
  ['01/02/2024', 'historical 01/02/2024'],
];

const hinted: readonly (readonly [typed: string, ...hints: string[]])[] = [
  ['100 EUR', 'ratebook convert 100 EUR USD'],
  ['EUR', 'ratebook latest -s EUR'],
  ['EUR 100 USD', 'ratebook convert 100 EUR USD'],
  ['EUR,USD', 'ratebook convert 1 EUR USD'],
  ['2024-01-17 EUR USD', 'ratebook historical 2024-01-17 -s EUR,USD'],
  ['2024', 'ratebook series 2024'],
  ['last month', 'ratebook series last-month'],
  ['2024 EUR/USD', 'ratebook series 2024 -b EUR -s USD'],
  ['history EUR 2024', 'ratebook series 2024 -s EUR'],
  ['timeseries 2024-01-01 2024-01-31 EUR', 'ratebook series 2024-01-01 2024-01-31 -s EUR'],
  ['rates EUR', 'ratebook latest -s EUR'],
  ['chart', 'ratebook series 30d -b USD -s EUR -f chart'],
  ['chart EUR/USD 1y', 'ratebook series 1y -b EUR -s USD -f chart'],
  ['chart EUR,USD,GBP 2024', 'ratebook series 2024 -b EUR -s USD,GBP -f chart'],
  ['plot GBP,JPY 2024', 'ratebook series 2024 -s GBP,JPY -f chart'],
  ['export', 'ratebook store export rates'],
  ['export 2024 -o all.json', 'ratebook series 2024 -o all.json'],
  ['list', 'ratebook currencies'],
  ['list EUR/USD 1y', 'ratebook currencies EUR USD'],
  ['status', 'ratebook archive --status', 'ratebook usage'],
  ['ecb', 'ratebook latest --source ecb'],
  ['login a-key-of-mine', 'ratebook config set app_id'],
  ['set app_id a-key-of-mine', 'ratebook config set app_id'],
  ['average', 'ratebook series last-quarter -b USD -s EUR --every month'],
  ['update', 'ratebook archive --dry-run'],
  ['series EUR/USD', 'ratebook series 30d -b EUR -s USD'],
  ['series last month', 'ratebook series last-month'],
  ['series -1y', 'ratebook series 1y'],
  ['series 2024-01-01..05', 'ratebook series 2024-01-01 2024-01-05'],
  ['series 2020-2024', 'ratebook series 2020 2024'],
  ['historical Jan 17, 2024 EUR', "ratebook historical 'Jan 17, 2024' -s EUR"],
  ['latest --date 2024-01-01', 'ratebook historical 2024-01-01'],
  ['--from 2024-01-01 --to 2024-01-31 EUR', 'ratebook series 2024-01-01 2024-01-31 -s EUR'],
  ['EUR - 5 USD', 'ratebook convert -5 EUR USD', 'ratebook convert 5 EUR USD'],
  ['EUR 1,250 USD', 'ratebook convert 1250 EUR USD', 'ratebook convert 1.250 EUR USD'],
  ['latest --from EUR --to USD', 'ratebook latest -b EUR -s USD'],
  ['series 2024 -f png', 'ratebook series 2024 -b USD -s EUR -o rates.svg'],
  ['series 2024 -s GBP -f png -o gbp.png', 'ratebook series 2024 -s GBP -o gbp.svg'],
  ['series 2024 -f excel', 'ratebook series 2024 -f xlsx'],
];

const refused: readonly (readonly [typed: string, hint: string])[] = [
  ['100', 'ratebook --help'],
  ['100 EUR USD 2024', 'ratebook convert 100 EUR USD --on 2024-12-31 --rate year-mean'],
  ["historical 2024-01-17 '$'", 'write it as YYYY-MM-DD, 17 Jan 2024, yesterday, monday or 7d'],
  ['series 2024 --force', 'did you mean --source?'],
  ['series 2024 --fresh', 'ratebook series --help'],
];

const program = createProgram({} as Cli, () => {});

/** As it is typed, but without asking anybody for anything. */
function tried(hint: string) {
  const [, ...words] = split(hint);
  const command = program.commands.find((each) => each.name() === words[0]);
  const has = (flag: string) => !words.includes(flag) && command?.options.some(({ long }) => long === flag);
  // a status is never more than read
  const added = [...(hint.includes('--source') ? [] : ['--demo']), ...(hint.includes('--status') ? [] : ['--dry-run'])];
  return runHere(machine(), [...words, ...added.filter(has)], { now, stdin: 'a-key\n' });
}

const hintsIn = (stderr: string) => Array.from(stderr.matchAll(/^hint: (.*)$/gm), ([, hint = '']) => hint);

describe.concurrent('what can be meant in one way only is done', () => {
  test.each(done)('%s is %s', async (typed, meant) => {
    const result = await run(`${typed} --demo`);
    expect(result).toEqual(await run(`${meant} --demo`));
    expect(result.stderr).not.toContain('unknown command');
  });

  test.each(done.filter((_, at) => at % 9 === 0))('%s is %s, in the built program', async (typed, meant) => {
    const [one, other] = [machine(), machine()];
    expect(await one.run(split(`${typed} --demo`), { now })).toEqual(
      await other.run(split(`${meant} --demo`), { now }),
    );
  });

  test('whatever goes wrong then is told in the words of the command', async () => {
    expect(await run('100 EUR USD --every month')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'ratebook: unknown option "--every"\nhint: --every is an option of series\n',
    });
  });
});

describe.concurrent('everything else has a hint that leads on', () => {
  test.each(hinted)('%s: %s', async (typed, ...hints) => {
    const { code, stdout, stderr } = await run(typed);
    expect({ code, stdout, hints: hintsIn(stderr) }).toEqual({ code: 2, stdout: '', hints });
    expect(stderr).not.toContain('key-of-mine');
    for (const hint of hints) expect(await tried(hint)).not.toMatchObject({ code: 2 });
  });

  test.each(refused)('%s: %s', async (typed, hint) => {
    const { code, stdout, stderr } = await run(typed);
    expect({ code, stdout, hints: hintsIn(stderr) }).toEqual({ code: 2, stdout: '', hints: [hint] });
  });

  const drawn = ['', 'EUR', 'USD', 'EUR USD', 'USD EUR GBP', 'EUR,USD', 'EUR/USD', 'USD,GBP 2024', '-b EUR', '-b USD'];
  test.each(drawn)('chart %s: no currency in itself, whatever the usual base is', async (words) => {
    const [hint = ''] = hintsIn((await run(`chart ${words}`)).stderr);
    const [, base = ''] = /-b (\w+)/.exec(hint) ?? [];
    const [, symbols = ''] = /-s ([\w,]+)/.exec(hint) ?? [];
    expect({ base, symbols }).toEqual({ base: expect.stringMatching(/./), symbols: expect.not.stringContaining(base) });
    expect(symbols).not.toBe('');
  });

  const names = otherNames.flatMap(([, , words]) => words.split(' '));
  test.each(names)('%s alone', async (name) => {
    expect(program.commands.map((command) => command.name())).not.toContain(name);
    const hints = hintsIn((await run(name)).stderr);
    expect(hints).not.toEqual(['ratebook --help']);
    for (const hint of hints) {
      expect(hint).toMatch(/^ratebook /);
      expect(await tried(hint)).not.toMatchObject({ code: 2 });
    }
  });
});
