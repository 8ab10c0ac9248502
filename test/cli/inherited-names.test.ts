import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../src/app.ts';
import { leaves, pathOf } from '../../src/cli/help.ts';
import { createProgram } from '../../src/cli/program.ts';
import { keyNames } from '../../src/config/settings.ts';
import { runHere, within } from '../support/here.ts';
import type { Result } from '../support/ratebook.ts';
import { type Scene, scene } from '../support/scene.ts';
import { dayBody, reply } from '../support/service.ts';
import { servingScene } from '../support/serving.ts';
import { inWhole } from '../support/whole.ts';

/** Members of every object. */
const words = inWhole(
  [...Object.getOwnPropertyNames(Object.prototype), 'length', 'then'],
  ['__proto__', 'constructor'],
);

/** What an inherited member looks like where it is printed, and what using it as another type throws. */
const leaked = /internal error|internal_error|\[native code\]|\[object |is not a function|\bNaN\b|\bundefined\b/;
const now = '2024-11-20T09:00:00Z';
let at: Scene;
beforeEach(async () => {
  at = await scene(undefined, { now });
});

async function run(line: string, { stdin = '', env = {} } = {}): Promise<Result> {
  const host = line.startsWith('serve') ? { signal: AbortSignal.abort() } : {};
  const result = await within(at.machine.home, () => runHere(at.machine, line.split(' '), { stdin, env, now, host }));
  expect.soft(result.stdout + result.stderr, JSON.stringify({ line, env })).not.toMatch(leaked);
  return result;
}

/** Arguments with which each command runs. */
const usual: Readonly<Record<string, string>> = {
  annotate: 'rows.csv --date day --amount sum --from code --to EUR',
  convert: '5 EUR USD',
  historical: '2024-01-17',
  series: '2024-01-15 2024-01-17 -s EUR',
  'store import': 'days.ndjson --dry-run',
  'store export': '--to out',
};

const program = createProgram({} as App);
const commands = [...leaves(program)].map((command) => [pathOf(command).replace(/^ratebook ?/, ''), command] as const);

describe('the name of an inherited member is a word like any other', () => {
  test.each(commands)('in %s', async (name, command) => {
    at.machine.write('rows.csv', 'day,sum,code\n2024-01-17,5,USD\n');
    at.machine.write('days.ndjson', `${JSON.stringify({ date: '2024-01-01', body: dayBody({ EUR: 0.9 }) })}\n`);
    const line = `${name} ${usual[name] ?? ''}`.trim();
    const options = command.options.flatMap(({ long, required }) => (long && required ? [long] : []));
    for (const word of words.slice(-inWhole(words.length, 1))) {
      for (const option of options) await run(`${line} ${option} ${word}`);
      for (const more of [`--${word}`, word]) await run(`${line} ${more}`);
    }
  });

  test.each(words)('%s as a command, a topic or part of a sentence', async (word) => {
    const lines = 'W,-s W,help W,config W,W 2024-01,5 W,5 EUR W,5 EUR USD on W,EUR/W,W5 EUR'.split(',');
    const periods = ['EUR USD last W', '3 W ago', '3W', '3 W 2019', 'last-W', 'series 2024-01 -o x.W'];
    for (const line of [...lines, ...periods]) await run(line.replaceAll('W', word));
  });

  test.each(words)('%s as a setting', async (word) => {
    const path = join(at.machine.home, '.config/ratebook/config.json');
    mkdirSync(dirname(path), { recursive: true });
    for (const line of [`config get ${word}`, `config set ${word} 5`, `config unset ${word}`]) await run(line);
    for (const name of keyNames) {
      await run('config list', { env: { [`RATEBOOK_${name.toUpperCase()}`]: word } });
      for (const value of [word, { [word]: 1 }]) {
        writeFileSync(path, JSON.stringify({ [name]: value, [word]: 5 }));
        await run('config list');
      }
    }
  });

  test.each(words)('%s in the cells and the header of a table', async (word) => {
    const header = ['day', 'sum', 'code'];
    const good = ['2024-01-17', '5', 'EUR'];
    const cells = [word, `5 ${word}`, `${word} 5`, `1 ${word} 2019`, `CURRENCY:${word}`];
    const bad = header.flatMap((_, column) => cells.map((cell) => good.with(column, cell)));
    const columns = '--date day --amount sum --from code --to USD';
    const write = (rows: readonly (readonly string[])[]) =>
      at.machine.write('rows.csv', rows.map((row) => `${row.join()}\n`).join(''));
    write([header, good, ...bad, good]);
    const { stdout, code } = await run(`annotate rows.csv ${columns}`);
    expect([code, stdout.match(/^2024-01-17,5,EUR,1\.047120419,2024-01-17,5\.24$/gm)?.length]).toEqual([3, 2]);
    for (const name of header) {
      write([header.map((each) => (each === name ? word : each)), good]);
      expect((await run(`annotate rows.csv ${columns.replace(name, word)}`)).code).toBe(0);
    }
    await run(`annotate rows.csv ${columns}`);
  });

  test.each(words)('%s in files of rates and of days', async (word) => {
    const own = JSON.parse(`{"${word}":1}`);
    const day = { date: '2024-01-02', ...dayBody({ EUR: 1 }) };
    const documents = [
      own,
      { ...day, rates: own },
      { ...day, ...own },
      { ...day, base: word },
      { date: word, body: own },
    ];
    const series = { start_date: '2024-01-01', end_date: '2024-01-02', base: 'USD', rates: { [word]: own } };
    for (const [number, document] of [...documents, series].entries()) {
      at.machine.write(`${number}.json`, JSON.stringify(document));
      await run(`store import ${number}.json --dry-run`);
    }
    const cells = ['2024-01-02', 'USD', 'EUR', '0.9'];
    for (const column of cells.keys()) {
      at.machine.write('own.csv', `date,base,quote,rate\n${cells.with(column, word).join()}\n`);
      await run('convert 5 USD EUR --on 2024-01-02 --rates own.csv');
    }
    const rate = `<exchangeRate><currencyCode>${word}</currencyCode><rateNew>${word}</rateNew><${word}/></exchangeRate>`;
    const period = '01/Jan/2024 to 31/Jan/2024';
    at.machine.write('own.xml', `<exchangeRateMonthList Period="${period}">${rate}</exchangeRateMonthList>`);
    await run('convert 5 USD GBP --on 2024-01-02 --rates own.xml');
  });

  test('in requests to `serve`', async () => {
    const { serving } = await servingScene(undefined, { args: '--demo', now });
    const range = 'start=2024-01-15&end=2024-01-17';
    for (const word of words) {
      const targets = ['/latest.json?', `/time-series.json?${range}&`, '/convert/5/EUR/USD?'].flatMap((target) => [
        `${target}${word}=5`,
        ...['base', 'symbols', 'prettyprint', 'start'].map((name) => `${target}${name}=${word}`),
      ]);
      const paths = [`/${word}.json`, `/historical/${word}.json`, `/convert/5/${word}/USD`];
      for (const target of [...targets, ...paths])
        expect.soft((await serving.get(target)).status, target).toBeLessThan(500);
    }
    expect((await serving.stop()).stderr).not.toMatch(leaked);
  });

  test.each(words)('%s in responses of the service', async (word) => {
    const own = JSON.parse(`{"${word}":5,"EUR":0.9}`);
    const plan = { name: word, features: own, update_frequency: own };
    const usage = { data: { plan, usage: { ...own, requests: 1, requests_remaining: 9 }, ...own } };
    at = await scene((_request, response) => reply(response, 200, dayBody(own)), {
      now,
      usage: (_request, response) => reply(response, 200, usage),
    });
    for (const line of ['latest -s EUR', 'historical 2024-01-17', 'usage', 'store check']) await run(line);
  });
});
