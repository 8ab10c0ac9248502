import { Argument, Command, Option } from 'commander';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { completionScript, treeOf } from '../../completions/generate/script.ts';
import { codesToOffer, everyCommand, type Value } from '../../completions/generate/tree.ts';
import type { App } from '../../src/app.ts';
import { createProgram } from '../../src/cli/program.ts';
import { keyNames } from '../../src/config/settings.ts';
import { currencyNames, nameOf } from '../../src/currencies/names.ts';
import { formats, formatsForAll } from '../../src/output/formats.ts';
import { sourceChoices } from '../../src/sources/table.ts';
import { eachCase } from '../support/cases.ts';
import { Completing, installed, shells } from './press-tab.ts';

const awkward = "all [of] them: it's \"so\" $HOME `id` \\ and '*'";

function sample(): Command {
  const program = new Command('ratebook').version('1.0.0', '-V, --version', 'print the version');
  program
    .command('series')
    .summary(awkward)
    .argument('<start>')
    .argument('[end]')
    .option('-b, --base <code>', awkward)
    .option('-s, --symbols <codes>', 'only these')
    .addOption(new Option('-f, --format <format>', 'how').choices(['table', 'json', 'csv', 'ndjson']))
    .option('-o, --output <file>', 'write there')
    .option('--max-cost <requests>', 'at most')
    .option('-q, --quiet', 'no notes')
    .option('--no-store', 'without the store')
    .addOption(new Option('--secret <file>', 'not for everyone').hideHelp());
  program.command('historical').description('days').argument('<day...>');
  program.command('convert').description('amount').arguments('<amount> <from> <to...>');
  program.command('archive').description('keep').option('--to <folder>', 'a file a day there');
  program.command('hidden', { hidden: true });
  const config = program.command('config').description('configuration');
  config.command('list').description('all');
  config
    .command('get')
    .description('one')
    .addArgument(new Argument('<key>').choices(['app_id', 'base_url', 'base']))
    .addArgument(new Argument('[more...]').choices(['later']));
  config
    .command('set')
    .description('change')
    .addArgument(new Argument('<key>').choices(['base', 'symbols', 'format', 'source', 'timeout', 'store']))
    .argument('[value]');
  return program;
}

for (const shell of shells) {
  const path = installed(shell);

  describe.skipIf(!path).concurrent(`completion in ${shell}`, () => {
    let completing: Completing;
    beforeAll(() => {
      completing = new Completing(shell, path ?? '', completionScript(shell, sample()));
    });

    const offered = async (line: string) => (await completing.press(line)).map(({ word }) => word).sort();

    /** @param line after the program's name, with a dot for a blank at its end */
    async function expectOffered(line = '', words = ''): Promise<void> {
      expect((await offered(`ratebook ${line.replace('·', '')}`)).join(' ')).toBe(words);
    }

    eachCase(`
      · = archive config convert help historical series   se = series   hid =   help a = archive
      config · = get help list set   config get base = base base_url   config get base · = later
      config get base later l = later
    `)('offers commands and arguments: %s', expectOffered);

    eachCase(`
      series --no = --no-store   series 2024 --no = --no-store   series -b EUR --ma = --max-cost
      archive -- = --help --to   --v = --version   series --sec =   archive --no =   series -- -- =   series -- 2024 - =
    `)('offers the options of the command until --: %s', expectOffered);

    it('offers short and long names', async () => {
      const all = '-b -f -h -o -q -s --base --format --help --max-cost --no-store --output --quiet --symbols';
      expect(new Set(await offered('ratebook series -'))).toEqual(new Set(all.split(' ')));
    });

    eachCase(`
      series -f · = csv json ndjson table   series --format n = ndjson   series --format=n = --format=ndjson
      series -q 2024 -f n = ndjson   series --max-cost · =   series 2024 y = yesterday   series la = last-month last-quarter last-week last-year
      series · = 1y 30d last-month last-quarter last-week last-year this-month this-quarter this-week this-year today yesterday
      historical 2023-12-29 t = today
    `)('offers the words that a value may be: %s', expectOffered);

    eachCase(`
      series -b EU = EUR   series --base=EU = --base=EUR   series -b EUR, =   series -s EU = EUR
      series -s USD,EU = USD,EUR   series --symbols=USD,GBP,EU = --symbols=USD,GBP,EUR   convert 1 EU = EUR
      convert 1 USD EU = EUR   convert 1 USD JPY GBP EU = EUR   convert · =   config set base EU = EUR
      config set symbols USD,EU = USD,EUR   100 EU = EUR   100 EUR EU = EUR   -q 100 EUR in EU = EUR
    `)('offers codes: %s', expectOffered);

    it.each([
      ['ratebook config set ', ['base', 'format', 'source', 'store', 'symbols', 'timeout']],
      ['ratebook config set source ', sourceChoices],
      ['ratebook config set format ', [...formatsForAll].sort()],
      ['ratebook config set timeout ', []],
      ['ratebook config set store ', ['nest']],
    ])('offers what a setting may be: %s', async (line, words) =>
      expect(new Set((await offered(line)).map((word) => word.replace(/\/$/, '')))).toEqual(new Set(words)),
    );

    it('offers every currency', async () => {
      const all = [...currencyNames.keys()].sort();
      expect([await offered('ratebook series -b '), await offered('ratebook series -s ')]).toEqual([all, all]);
      expect(await offered('ratebook series --base=')).toEqual(all.map((code) => `--base=${code}`));
    });

    it('offers files or folders where a path is wanted', async () => {
      const bare = async (line: string) => (await offered(line)).map((word) => word.replace(/\/$/, ''));
      expect(await bare('ratebook series -o ne')).toEqual(['near.csv', 'nest']);
      expect(await bare('ratebook series --output=nea')).toEqual(['--output=near.csv']);
      expect(new Set(await bare('ratebook archive --to ne'))).toEqual(new Set(['nest']));
      expect(new Set(await bare('ratebook archive --to=ne'))).toEqual(new Set(['--to=nest']));
    });

    if (shell === 'bash') {
      it('offers what the program itself takes', async () => {
        const program = createProgram({} as App);
        const completing = new Completing(shell, path ?? '', completionScript(shell, program));
        const words = async (line: string) => new Set((await completing.press(line)).map(({ word }) => word));
        expect(await words('ratebook config get ')).toEqual(new Set(keyNames));
        const [info] = [...everyCommand(treeOf(program))].filter(({ path }) => `${path.slice(1)}` === 'store,info');
        const flags = info?.options.flatMap(({ flags }) => flags).filter((flag) => flag.startsWith('--'));
        expect(await words('ratebook store info --')).toEqual(new Set(flags));
      });

      it('offers the whole word where bash does not break it at = and :', async () => {
        const words = ['ratebook', 'series', '--base=EU'];
        expect(await completing.pressInBash(words.join(' '), words)).toEqual([{ word: '--base=EUR', description: '' }]);
      });
    } else {
      it('says what a command, an option, a format and a code mean', async () => {
        const meaning = async (line: string) => (await completing.press(line)).map(({ description }) => description);
        expect(await meaning('ratebook se')).toEqual([awkward]);
        expect(await meaning('ratebook series --bas')).toEqual([awkward]);
        expect(await meaning('ratebook series -f cs')).toEqual([formats.csv.meaning]);
        expect(await meaning('ratebook config set format ts')).toEqual([formats.tsv.meaning]);
        const codes = await completing.press('ratebook series -b ');
        expect(new Map(codes.map(({ word, description }) => [word, description]))).toEqual(
          new Map([...currencyNames.keys()].map((code) => [code, nameOf(code)])),
        );
      });
    }
  });
}

const program = createProgram({} as App);
const script = completionScript('powershell', program);
const string = "'(?:[^'\\n]|'')*'";
const stringsIn = (text: string) =>
  Array.from(text.matchAll(new RegExp(string, 'g')), ([found]) => found.slice(1, -1).replaceAll("''", "'"));

function offersIn(script: string): ReadonlyMap<string, string | readonly string[]> {
  const list = `@\\((?:[^']|${string})*?\\n  \\)`;
  const assignment = `(?:\\$at\\[(${string})\\]|in ${list.replace('@', '(@')})\\) \\{ \\$at\\[\\$place\\]) = (${string}|${list})`;
  const found = script.matchAll(new RegExp(assignment, 'g'));
  return new Map(
    Array.from(found).flatMap(([, place, places, offers = '']) => {
      const words = stringsIn(offers).map((offer) => offer.replace(/ .*/, ''));
      const what = offers.startsWith('@') ? words : (words[0] ?? '');
      return stringsIn(place ?? places ?? '').map((at) => [at, what] as const);
    }),
  );
}

test('the script for PowerShell is ASCII, and everything that it opens it closes', () => {
  expect(script).toMatch(/^[\n -~]+$/);
  const code = script
    .replace(/#.*/g, '')
    .replace(new RegExp(string, 'g'), '')
    .replace(/"[^"\n]*"/g, '');
  expect(code).not.toMatch(/['"]/);
  for (const [open = '', close = ''] of ['()', '[]', '{}'])
    expect(code.split(open)).toHaveLength(code.split(close).length);
});

test('the script for PowerShell offers what the command tree has', () => {
  const offers = offersIn(script);
  const expected = (value: Value) => (typeof value === 'string' ? value : value.map(([word]) => word));
  for (const { path, options, args, commands } of everyCommand(treeOf(program))) {
    const at = (place: string | number) => offers.get([...path, place].join(' '));
    expect(at('-')).toEqual(options.flatMap(({ flags }) => flags));
    for (const { flags, value } of options)
      for (const flag of flags) expect(at(flag)).toEqual(value && expected(value.completes));
    for (const command of commands) expect(at(command.path.at(-1) ?? '')).toBe('command');
    const first =
      commands.length > 0
        ? [commands.map((command) => command.path.at(-1))]
        : args.map(({ completes }) => expected(completes));
    for (const [index, what] of first.entries()) expect(at(index)).toEqual(what);
    expect(at('+')).toEqual(args.flatMap(({ completes, variadic }) => (variadic ? [expected(completes)] : [])).at(-1));
  }
  expect(offers.get('codes')).toEqual(codesToOffer().map(([code]) => code));
});
