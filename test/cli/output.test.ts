import { chmodSync, mkdirSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { dayBody, type Fault, reply, seriesBody, startService } from '../support/service.ts';

const first = { BTC: 0.000012842431, EUR: 0.9, XAG: 1e-9 };
const second = { BTC: 0.00002, EUR: 0.91, IRR: 42000000 };

/** The same rates on every second day; its answers have a blank that only they have. */
const rates: Fault = ({ path, query }, response) => {
  const of = (day: string) => (Number(day.slice(8)) % 2 ? first : second);
  if (path.startsWith('/historical')) return reply(response, 200, dayBody(of(path.slice(12, 22))));
  const days = [];
  for (let time = Date.parse(query.start ?? ''); time <= Date.parse(query.end ?? ''); time += 86_400_000)
    days.push(new Date(time).toISOString().slice(0, 10));
  const body = seriesBody(Object.fromEntries(days.map((day) => [day, of(day)])));
  reply(response, 200, ` ${JSON.stringify(body)}`);
};
const service = await startService(rates);
const machine = Machine.for(service.url);
const run = async (...args: string[]) => (await runHere(machine, [...args, '--no-store'])).stdout;

describe.concurrent('csv', () => {
  test('has a row a rate, by day and then by code, in plain decimals', async () => {
    expect(await run('series', '2024-01-01', '2024-01-02')).toBe(
      [
        'date,base,quote,rate',
        '2024-01-01,USD,BTC,0.000012842431',
        '2024-01-01,USD,EUR,0.9',
        '2024-01-01,USD,XAG,0.000000001',
        '2024-01-02,USD,BTC,0.00002',
        '2024-01-02,USD,EUR,0.91',
        '2024-01-02,USD,IRR,42000000',
        '',
      ].join('\n'),
    );
  });

  test('has them in the order in which they were asked for', async () => {
    expect(await run('historical', '2024-01-02', '2024-01-01', '-s', 'eur', '-s', 'BTC,EUR')).toBe(
      [
        'date,base,quote,rate',
        '2024-01-01,USD,EUR,0.9',
        '2024-01-01,USD,BTC,0.000012842431',
        '2024-01-02,USD,EUR,0.91',
        '2024-01-02,USD,BTC,0.00002',
        '',
      ].join('\n'),
    );
  });

  test('wide has a column a currency, and an empty cell where a day has none', async () => {
    expect(await run('series', '2024-01-01', '2024-01-02', '--wide')).toBe(
      [
        'date,base,BTC,EUR,IRR,XAG',
        '2024-01-01,USD,0.000012842431,0.9,,0.000000001',
        '2024-01-02,USD,0.00002,0.91,42000000,',
        '',
      ].join('\n'),
    );
    expect(await run('series', '2024-01-01', '2024-01-02', '--wide', '-s', 'XAG,EUR')).toBe(
      'date,base,XAG,EUR\n2024-01-01,USD,0.000000001,0.9\n2024-01-02,USD,,0.91\n',
    );
  });
});

test('all currencies come by code, in whatever order the service sends them', async () => {
  const shuffled = { XAG: 1e-9, EUR: 0.9, '21': 3, VEF_BLKMKT: 2, BTC: 0.00001, VEF: 4 };
  const codes = ['21', 'BTC', 'EUR', 'VEF', 'VEF_BLKMKT', 'XAG'];
  const { url } = await startService((_request, response) => reply(response, 200, dayBody(shuffled)));
  const user = Machine.for(url);
  for (const more of [['--no-store'], [], ['--offline']]) {
    const day = ['historical', '2024-01-17', ...more];
    expect((await runHere(user, [...day, '-f', 'csv'])).stdout.match(/(?<=USD,)\w+/g)).toEqual(codes);
    const { stdout } = await runHere(user, [...day, '-f', 'json']);
    expect(Array.from(stdout.matchAll(/^ {4}"(\w+)"/gm), ([, code]) => code)).toEqual(codes);
  }
});

test('ndjson has an object a rate', async () => {
  expect(await run('historical', '2024-01-01', '-f', 'ndjson', '-s', 'XAG,EUR')).toBe(
    '{"date":"2024-01-01","base":"USD","quote":"XAG","rate":0.000000001}\n' +
      '{"date":"2024-01-01","base":"USD","quote":"EUR","rate":0.9}\n',
  );
});

describe.concurrent('json has the shape of the service', () => {
  test('of a day', async () => {
    const text = await run('historical', '2024-01-01', '-f', 'json');
    expect(JSON.parse(text)).toEqual({ ...dayBody(first), date: '2024-01-01' });
    expect(Object.keys(JSON.parse(text))).toEqual(['disclaimer', 'license', 'timestamp', 'date', 'base', 'rates']);
    expect(text).toContain('0.000000001');
    expect(text).not.toMatch(/\de-/);
  });

  test('of several days: an array', async () => {
    const days = JSON.parse(await run('historical', '2024-01-02', '2024-01-01', '-f', 'json'));
    expect(days).toEqual([
      { ...dayBody(first), date: '2024-01-01' },
      { ...dayBody(second), date: '2024-01-02' },
    ]);
  });

  test('of a series, over several months too', async () => {
    const series = JSON.parse(await run('series', '2024-01-31', '2024-02-01', '-f', 'json'));
    expect(series).toEqual(seriesBody({ '2024-01-31': first, '2024-02-01': first }));
    expect(Object.keys(series)).toEqual(['disclaimer', 'license', 'start_date', 'end_date', 'base', 'rates']);
  });
});

describe.concurrent('the value', () => {
  test.each([
    ['historical 2024-01-02 2024-01-01 -s EUR', '0.9\n0.91\n'],
    ['historical 2024-01-01 -s XAG', '0.000000001\n'],
    ['historical 2024-01-02 -s EUR --decimal comma', '0,91\n'],
    ['historical 2024-01-02 -s BTC --invert', '50000\n'],
  ])('is the rate alone, a line a day: %s', async (line, stdout) => {
    expect(await run(...line.split(' '), '-f', 'value')).toBe(stdout);
  });

  test('of a day that lacks the symbol is not there', async () => {
    const words = ['historical', '2024-01-01', '2024-01-02', '-s', 'XAG', '-f', 'value', '--no-store'];
    expect(await runHere(machine, [...words, '-q'])).toEqual({
      code: 0,
      stdout: '0.000000001\n',
      stderr: '',
    });
  });

  test.each([
    ['latest -f value', 'value shows one currency, not all', '-s EUR'],
    ['historical 2024-01-02 -s EUR,BTC -f value', 'value shows one currency, not 2', '-s EUR'],
    ['historical 2024-01-02 -s EUR -f value --no-header', '--no-header works with csv and tsv, not with value'],
  ])('is not for %s', async (line, message, ...hints) => {
    const stderr = [`ratebook: ${message}`, ...hints.map((hint) => `hint: ${hint}`), ''].join('\n');
    expect(await runHere(machine, line.split(' '))).toEqual({ code: 2, stdout: '', stderr });
  });
});

test('a table names the currencies and aligns the numbers at the point', async () => {
  expect(await run('historical', '2024-01-01', '-f', 'table', '-s', 'EUR,BTC')).toBe(
    ['2024-01-01, 1 USD =', '0.9             EUR  Euro', '0.000012842431  BTC  Bitcoin', ''].join('\n'),
  );
});

describe.concurrent('--raw', () => {
  const bodyOf = async (path: string) => (await fetch(`${service.url}${path}`)).text();

  test('has the bodies as they came, in the order of the days, with nothing between them', async () => {
    const [january, february] = await Promise.all([
      bodyOf('/time-series.json?start=2024-01-31&end=2024-01-31'),
      bodyOf('/time-series.json?start=2024-02-01&end=2024-02-02'),
    ]);
    expect((await machine.run(['series', '2024-01-31', '2024-02-02', '--raw'])).stdout).toBe(`${january}${february}`);
  });

  test('goes into a file likewise', async () => {
    await machine.run(['historical', '2024-01-01', '--raw', '-o', 'raw.json']);
    expect(machine.read('raw.json')).toBe(JSON.stringify(dayBody(first)));
  });

  test('sends base, symbols and the rest as they were given', async () => {
    const { requests } = service;
    await machine.run([
      'historical',
      '2024-03-01',
      '--raw',
      '--prettyprint',
      '-b',
      'usd',
      '-s',
      'eur,btc',
      '--show-alternative',
    ]);
    const { query } = requests.find(({ path }) => path.includes('2024-03-01')) ?? expect.unreachable();
    expect(query).toEqual({
      app_id: 'secret-key-of-a-test',
      base: 'USD',
      symbols: 'EUR,BTC',
      show_alternative: '1',
      prettyprint: '1',
    });
  });

  test('and nothing that was not given', async () => {
    await machine.run(['historical', '2024-03-02', '--raw']);
    const { query } = service.requests.find(({ path }) => path.includes('2024-03-02')) ?? expect.unreachable();
    expect(query).toEqual({ app_id: 'secret-key-of-a-test', prettyprint: '0' });
  });
});

describe.concurrent('an output file', () => {
  const day = ['historical', '2024-01-01', '-s', 'EUR', '--no-store', '-q'];

  test.each([
    ['rates.csv', 'date,base,quote,rate\n2024-01-01,USD,EUR,0.9\n'],
    ['rates.ndjson', '{"date":"2024-01-01","base":"USD","quote":"EUR","rate":0.9}\n'],
    ['rates.txt', 'date,base,quote,rate\n2024-01-01,USD,EUR,0.9\n'],
  ])('%s has the format of its ending', async (name, text) => {
    const { code, stdout, stderr } = await machine.run([...day, '-o', name]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(machine.read(name)).toBe(text);
  });

  test('has the format that is said, whatever its ending', async () => {
    await machine.run([...day, '-o', 'odd.json', '-f', 'csv']);
    expect(machine.read('odd.json')).toMatch(/^date,base/);
  });

  test('has the same bytes as a pipe', async () => {
    const args = ['series', '2024-01', '-f', 'json', '--no-store'];
    const { stdout } = await machine.run(args);
    await machine.run([...args, '-o', 'same.json']);
    expect(machine.read('same.json')).toBe(stdout);
  });

  test('keeps its mode, and stays where a symlink leads', async () => {
    machine.write('real.csv', 'before');
    chmodSync(join(machine.home, 'real.csv'), 0o600);
    symlinkSync('real.csv', join(machine.home, 'link.csv'));
    await machine.run([...day, '-o', 'link.csv']);
    expect(readlinkSync(join(machine.home, 'link.csv'))).toBe('real.csv');
    expect(machine.read('real.csv')).toContain('EUR');
    expect(statSync(join(machine.home, 'real.csv')).mode & 0o777).toBe(0o600);
  });

  test.each([['nowhere/rates.csv'], ['folder'], ['']])(
    '%j that cannot be written is found out before anything is asked',
    async (path) => {
      const other = await startService(rates);
      const user = Machine.for(other.url);
      mkdirSync(join(user.home, 'folder'));
      const { code, stdout, stderr } = await user.run([...day, '-o', path]);
      expect(stderr).toMatch(/^ratebook: cannot write /);
      expect({ code, stdout, calls: other.calls() }).toEqual({ code: 1, stdout: '', calls: 0 });
    },
  );

  test('"-" is stdout', async () => {
    expect((await machine.run([...day, '-o', '-'])).stdout).toContain('2024-01-01,USD,EUR,0.9');
    expect(machine.files()).not.toContain('-');
  });
});

describe.concurrent('where stdout is full', () => {
  test.each(['series 2024 --no-store --yes -q', 'series 2024 --dry-run -q', 'series --help', 'config list'])(
    '%s fails, and says so once',
    async (args) => {
      const { stderr } = await machine.shell(`ratebook ${args} > /dev/full`);
      expect(stderr).toBe('ratebook: cannot write standard output: no space left on device\nexit 1\n');
    },
  );
});

describe.concurrent('a reader that has enough', () => {
  test.each([
    ['a series', 'ratebook series 2020 2023 --no-store --yes -q | head -1', 'date,base,quote,rate\n'],
    ['raw bodies', 'ratebook series 2020 2023 --raw --yes -q | head -c 2', ' {'],
    ['a look-up', 'ratebook historical 2024-01-01 --no-store -q | true', ''],
    ['a dry run', 'ratebook series 1999 2025 --dry-run -q | true', ''],
    ['the help', 'ratebook series --help | true', ''],
    ['the version', 'ratebook --version | true', ''],
    ['a completion script', 'ratebook completion bash | true', ''],
    ['the configuration', 'ratebook config list | true', ''],
  ])('ends %s with 0 and silence', async (_what, line, stdout) => {
    expect(await machine.shell(line)).toMatchObject({ stdout, stderr: 'exit 0\n' });
  });

  test('of the notes does not end the run', async () => {
    const { stdout } = await machine.shell('ratebook series 2024-01 --no-store -o noted.csv 2>&1 | true');
    expect(stdout).toBe('');
    expect(machine.read('noted.csv').split('\n')).toHaveLength(31 * 3 + 2);
  });
});

test('with --quiet nothing is said where nothing is missing', async () => {
  const { stderr } = await machine.run(['series', '2024-01', '-q', '--no-store']);
  expect(stderr).toBe('');
});
