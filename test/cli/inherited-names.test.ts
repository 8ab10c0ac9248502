import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { leaves, pathOf } from '../../src/cli/help.ts';
import { createProgram } from '../../src/cli/program.ts';
import { keyNames } from '../../src/config/settings.ts';
import { introduction } from '../support/agent.ts';
import { bookOf, row, styles } from '../support/books.ts';
import { runHere, within } from '../support/here.ts';
import { Machine, type Result } from '../support/ratebook.ts';
import { type Scene, scene } from '../support/scene.ts';
import { dayBody, reply } from '../support/service.ts';
import { servingScene } from '../support/serving.ts';
import { inWhole } from '../support/whole.ts';

/** What every object has a member of, unless it is asked for its own. */
const words = inWhole(
  [...Object.getOwnPropertyNames(Object.prototype), 'length', 'then'],
  ['__proto__', 'constructor'],
);

/** What a member that nobody meant looks like where it is printed, or what using it as another thing throws. */
const leaked = /internal error|internal_error|\[native code\]|\[object |is not a function|\bNaN\b|\bundefined\b/;

const now = '2024-11-20T09:00:00Z';

let at: Scene;
beforeEach(async () => {
  at = await scene(undefined, { now });
});

/** Runs it, within the home. Only what has ended by itself shows that a word was read. */
async function run(args: readonly string[], { stdin = '', env = {}, machine = at.machine } = {}): Promise<Result> {
  const host = args[0] === 'serve' ? { signal: AbortSignal.abort() } : {};
  const result = await within(machine.home, () => runHere(machine, args, { stdin, env, now, host }));
  expect.soft(result.stdout + result.stderr, JSON.stringify({ args, stdin, env })).not.toMatch(leaked);
  return result;
}

const runLine = (line: string, given = {}) => run(line.split(' '), given);

/** Arguments with which each command runs. */
const usual: Readonly<Record<string, string>> = {
  annotate: 'rows.csv --date day --amount sum --from code --to EUR',
  completion: 'bash',
  'config get': 'base',
  'config set': 'base EUR',
  'config unset': 'base',
  convert: '5 EUR USD',
  historical: '2024-01-17',
  latest: '',
  series: '2024-01-15 2024-01-17 -s EUR',
  'store import': 'days.ndjson --dry-run',
  'store export': '--to out',
};

const program = await createProgram({} as App, () => {});

const rows = (cells: readonly (readonly string[])[]) => cells.map((each) => `${each.join()}\n`).join('');

/** A row with its rate. */
const complete = /^2024-01-17,5,EUR,1\.047120419,2024-01-17,5\.24$/gm;

describe('a word that every object knows is a word like any other', () => {
  test.each([...leaves(program)].map((command) => [pathOf(command).replace(/^ratebook ?/, ''), command] as const))(
    'in %s',
    async (name, command) => {
      at.machine.write('rows.csv', 'day,sum,code\n2024-01-17,5,USD\n');
      at.machine.write('days.ndjson', `${JSON.stringify({ date: '2024-01-01', body: dayBody({ EUR: 0.9 }) })}\n`);
      const before = [...name.split(' '), ...(usual[name] ?? '').split(' ').filter(Boolean)];
      for (const word of words) {
        const options = command.options.flatMap(({ long, required }) => (long && required ? [long] : []));
        for (const option of options) await run([...before, option, word]);
        await run([...before, `--${word}`]);
        await run([...before, word]);
        for (const count of [1, 2, 3]) await run([...name.split(' '), ...Array(count).fill(word)]);
      }
    },
  );

  test.each(words)('%s as a command, a topic or part of a sentence', async (word) => {
    const lines = [
      'W', 'W --help', '--W', '--W=5', '-s W', 'help W', 'help config W', 'config W', 'store W', 'W 2024-01', '5 W',
      '5 EUR W', '5 W EUR', '5 EUR USD W', '5 EUR USD on W', '5 EUR USD W 2024-01-17', 'EUR/W', 'W/EUR', 'W EUR USD',
      '5W EUR', 'W5 EUR', 'EUR USD last W', '3 W ago', '3W', '3 W 2019', 'last-W', 'W:EUR', '5 EUR USD --rate W',
      'series 2024 W', 'historical W -s W', 'series 2024-01 -s EUR -f W', 'series 2024-01 -s EUR -o x.W',
    ]; // biome-ignore format: one to a line, they would fill a screen
    for (const line of lines) {
      await runLine(line.replaceAll('W', word));
      await runLine(`${line.replaceAll('W', word)} --errors json`);
    }
  });

  test.each(words)('%s as a setting', async (word) => {
    const file = (values: object) => {
      const machine = new Machine(at.machine.env);
      const path = join(machine.home, '.config/ratebook/config.json');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(values));
      Object.assign(machine.env, at.machine.env, { HOME: machine.home });
      return machine;
    };
    for (const line of [`config get ${word}`, `config set ${word} 5`, `config unset ${word}`]) await runLine(line);
    for (const name of keyNames) {
      await runLine(`config set ${name} ${word}`);
      await runLine('config list', { env: { [`RATEBOOK_${name.toUpperCase()}`]: word } });
      for (const value of [word, [word], { [word]: 1 }, [{ [word]: 1 }]]) {
        const machine = file({ [name]: value });
        for (const line of ['config list', `config get ${name}`, `config unset ${name}`])
          await runLine(line, { machine });
      }
    }
    const own = JSON.parse(`{"${word}":5,"base":"EUR"}`);
    await runLine('config set symbols USD', { machine: file(own) });
    await runLine(`config unset ${word}`, { machine: file(own) });
    await runLine('config list', { machine: file(own), env: { [`RATEBOOK_${word}`]: word } });
  });

  test.each(words)('%s in the cells and the header of a table', async (word) => {
    const header = ['day', 'sum', 'code'];
    const good = ['2024-01-17', '5', 'EUR'];
    const cells = [word, `5 ${word}`, `${word} 5`, `5${word}`, `1 ${word} 2019`, `CURRENCY:${word}`, `${word}.F`];
    const bad = header.flatMap((_, column) => cells.map((cell) => good.with(column, cell)));
    const columns = '--date day --amount sum --from code --to USD';
    const all = [header, good, ...bad, good];
    at.machine.write('rows.csv', rows(all));
    at.machine.write(
      'rows.xlsx',
      bookOf({ [word]: all.map((each) => row(...each)).join('') }, { 'xl/styles.xml': styles(14) }),
    );
    for (const name of ['rows.csv', 'rows.xlsx']) {
      const { stdout, code } = await runLine(`annotate ${name} ${columns}`);
      // the rows around them have their rates
      expect.soft([code, stdout.match(complete)?.length], word).toEqual([3, 2]);
    }
    await runLine(`annotate rows.xlsx --sheet ${word} ${columns}`);

    for (const name of header) {
      at.machine.write('rows.csv', rows([header.map((each) => (each === name ? word : each)), good]));
      const { code, stdout } = await runLine(`annotate rows.csv ${columns.replace(name, word)}`);
      expect.soft([code, stdout]).toEqual([0, expect.stringMatching(complete)]);
      await runLine(`annotate rows.csv ${columns}`);
    }
    at.machine.write(
      'rows.csv',
      rows([
        [...header, word],
        [...good, word],
      ]),
    );
    for (const option of ['--to', '--from', '--date', '--amount'])
      await runLine(`annotate rows.csv ${columns} ${option} ${word}`);
    await runLine(`annotate rows.csv ${columns} --prefix ${word}`);
    await runLine(`annotate rows.csv ${columns} --check`);
  });

  test.each(words)('%s in files of rates and of days', async (word) => {
    const body = (rates: Readonly<Record<string, unknown>>) => ({ date: '2024-01-02', ...dayBody(rates) });
    const own = JSON.parse(`{"${word}":1}`);
    const given: object[] = [
      own, body(own), body({ EUR: 1, ...own }), body({ EUR: own }), { ...body({ EUR: 1 }), ...own },
      { date: own, body: body({ EUR: 1 }) }, { date: '2024-01-02', body: own }, { ...body({ EUR: 1 }), base: word },
      { ...body({ EUR: 1 }), base: own, disclaimer: own, license: own, timestamp: own }, { date: word, body: own },
      { start_date: word, end_date: own, base: 'USD', rates: own }, { start_date: 1, base: 'USD', rates: { [word]: own } },
      ...['period', 'base', 'quote', 'rate'].flatMap((name) =>
        [word, own, [own]].map((value) => ({ period: '2024-01-02', base: 'USD', quote: 'EUR', rate: 1, [name]: value })),
      ),
    ]; // biome-ignore format: one to a line, they would fill a screen
    for (const [number, each] of given.entries()) {
      at.machine.write(`${number}.json`, JSON.stringify(each));
      at.machine.write(`${number}.ndjson`, `${JSON.stringify(each)}\n`);
      for (const ending of ['json', 'ndjson']) await runLine(`store import ${number}.${ending} --dry-run`);
    }

    const tables = [
      'date,base,quote,rate\n',
      'date,base,EUR\n',
      'Country,Currency Code,Currency Units per £1,Start Date,End Date\n',
    ];
    const lines = ['2024-01-02,USD,EUR,0.9', '2024-01-02,USD,0.9', 'x,EUR,0.9,02/01/2024,03/01/2024'];
    for (const [number, table] of tables.entries()) {
      const cells = lines[number]?.split(',') ?? [];
      const texts = [...cells.map((_, column) => table + cells.with(column, word).join()), `${table}${lines[number]}`];
      texts.push(...cells.map((_, column) => `${table.split(',').with(column, word).join()}\n${lines[number]}`));
      for (const text of texts) {
        at.machine.write('own.csv', `${text}\n`);
        await runLine('convert 5 USD EUR --on 2024-01-02 --rates own.csv');
        await runLine('store import own.csv --dry-run');
      }
    }
    const xml = (inner: string, attribute = '') =>
      `<exchangeRateMonthList Period="01/Jan/2024 to 31/Jan/2024" ${attribute}><exchangeRate>${inner}</exchangeRate></exchangeRateMonthList>`;
    for (const text of [
      xml(`<${word}>5</${word}><currencyCode>USD</currencyCode><rateNew>1.2</rateNew>`, `${word}="5"`),
      xml(`<currencyCode>${word}</currencyCode><rateNew>${word}</rateNew>`),
      `<?xml version="1.0" encoding="${word}"?>${xml('')}`,
      `<${word}/>`,
    ]) {
      at.machine.write('own.xml', text);
      await runLine('convert 5 USD GBP --on 2024-01-02 --rates own.xml');
    }
  });

  test.each(words)('%s in an argument of a tool', async (word) => {
    const usual = { amount: '5', from: 'EUR', to: 'USD' };
    const own = JSON.parse(`{"${word}":"5"}`);
    const calls: [string, object][] = [
      [word, {}],
      ...['convert', 'rates', 'series', 'currencies', 'status'].map((name): [string, object] => [name, own]),
      ...['amount', 'from', 'to', 'on', 'rate'].flatMap((name) =>
        [word, own, [word]].map((value): [string, object] => ['convert', { ...usual, [name]: value }]),
      ),
      ...['day', 'base', 'symbols'].map((name): [string, object] => ['rates', { [name]: word }]),
      ...['start', 'end', 'base', 'symbols', 'every', 'take', 'summary'].map((name): [string, object] => [
        'series',
        { start: '2024-01', [name]: word },
      ]),
      ['currencies', { word }],
    ];
    const messages: object[] = [
      { id: 0, method: 'initialize', params: introduction },
      { method: 'notifications/initialized' },
      ...calls.map(([name, given], at) => ({ id: at + 1, method: 'tools/call', params: { name, arguments: given } })),
      { id: 1000, method: word, params: own },
      { id: word, method: 'tools/list', params: own },
    ];
    const stdin = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
    const { code, stdout } = await run(['mcp', '--demo'], { stdin });
    expect([code, stdout.trimEnd().split('\n').length]).toEqual([0, messages.length - 1]);
  });

  test('in what `serve` is asked for', async () => {
    const { serving } = await servingScene(undefined, { args: '--demo', now });
    const range = 'start=2024-01-15&end=2024-01-17';
    const targets = ['/latest.json?', '/currencies.json?', `/time-series.json?${range}&`, '/convert/5/EUR/USD?'];
    const parameters = [
      'base',
      'symbols',
      'prettyprint',
      'show_alternative',
      'callback',
      'start',
      'end',
      'value',
      'from',
    ];
    for (const word of words) {
      const asked = [
        ...targets.flatMap((target) => [
          `${target}${word}=5`,
          ...parameters.map((parameter) => `${target}${parameter}=${word}`),
        ]),
        `/${word}.json?`,
        `/historical/${word}.json?`,
        `/convert/${word}/EUR/USD?`,
        `/convert/5/${word}/USD?`,
        `/convert/5/EUR/${word}?`,
        `/${word}?`,
      ];
      for (const target of asked) expect.soft((await serving.get(target)).status, target).toBeLessThan(500);
    }
    expect((await serving.stop()).stderr).not.toMatch(leaked);
  });

  test.each(words)('%s in what the service answers', async (word) => {
    const own = JSON.parse(`{"${word}":5,"EUR":0.9}`);
    const plan = { name: word, features: own, update_frequency: own };
    const usage = { data: { plan, usage: { ...own, requests: 1, requests_remaining: 9 }, ...own } };
    const { run: runThere } = await scene((_request, response) => reply(response, 200, dayBody(own)), {
      now,
      usage: (_request, response) => reply(response, 200, usage),
    });
    for (const line of [
      'latest -s EUR',
      'historical 2024-01-17',
      'usage',
      'usage -f json',
      'store check',
      'store verify',
    ]) {
      const { stdout, stderr } = await runThere(line);
      expect.soft(stdout + stderr, line).not.toMatch(leaked);
    }
  });
});
