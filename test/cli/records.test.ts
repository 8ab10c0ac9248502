import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { dayBody, reply, startService } from '../support/service.ts';
import { atTerminalOf, hasTerminal } from '../support/terminal.ts';

/** A machine that holds 1, 2, 5 and 6 January 2024. */
async function holding() {
  const { service, machine } = await scene();
  const files = new HeldFiles(machine, service.url);
  for (const day of ['01', '02', '05', '06'])
    files.write(`2024-01-${day}`, JSON.stringify(dayBody({ CHF: 0.85, EUR: 0.9, USD: 1 })));
  const stdout = async (...words: string[]) => (await machine.run([...words])).stdout;
  return { service, machine, files, stdout };
}

describe('the formats of records', () => {
  test('holes', async () => {
    const { stdout } = await holding();
    expect(await stdout('store', 'holes')).toBe('2024-01-03  2024-01-04  2 days\n');
    expect(await stdout('store', 'holes', '-f', 'csv')).toBe('start,end,days\n2024-01-03,2024-01-04,2\n');
    expect(await stdout('store', 'holes', '-f', 'tsv', '--no-header')).toBe('2024-01-03\t2024-01-04\t2\n');
    expect(await stdout('store', 'holes', '-f', 'ndjson')).toBe('{"start":"2024-01-03","end":"2024-01-04","days":2}\n');
    expect(JSON.parse(await stdout('store', 'holes', '-f', 'json'))).toEqual([
      { start: '2024-01-03', end: '2024-01-04', days: 2 },
    ]);
  });

  test('info, an entry a folder', async () => {
    const { service, stdout } = await holding();
    const [entry, ...others] = JSON.parse(await stdout('store', 'info', '-f', 'json'));
    expect(others).toEqual([]);
    expect(entry).toEqual({
      service: `${new URL(service.url).host.replace(':', '_')}/api`,
      folder: 'historical',
      days: 4,
      first: '2024-01-01',
      last: '2024-01-06',
      holes: 1,
      bytes: expect.any(Number),
      years: { 2024: 4 },
    });
    expect(await stdout('store', 'info', '-f', 'csv', '--no-header')).toMatch(
      /\/api,historical,4,2024-01-01,2024-01-06,1,\d+,2024:4\n$/,
    );
    expect((await new Machine().run(['store', 'info', '-f', 'json'])).stdout).toBe('[]\n');
  });

  test('verify, which fails all the same where a day is damaged', async () => {
    const { machine, files, stdout } = await holding();
    expect(JSON.parse(await stdout('store', 'verify', '-f', 'json'))).toEqual({ days: 4, damaged: [] });
    files.write('2024-01-05', '{');
    const { code, stdout: text } = await machine.run(['store', 'verify', '-f', 'json']);
    expect(code).toBe(1);
    expect(JSON.parse(text)).toEqual({ days: 4, damaged: ['2024-01-05'] });
  });

  test('import, one object', async () => {
    const { machine } = await holding();
    const line = (date: string, rates: object) =>
      `{"date":"${date}","body":{"base":"USD","rates":${JSON.stringify(rates)}}}\n`;
    machine.write(
      'days.ndjson',
      line('2024-01-05', { CHF: 0.85, EUR: 0.8, USD: 1 }) +
        line('2024-01-06', { CHF: 0.85, EUR: 0.9, USD: 1 }) +
        line('2024-01-03', { EUR: 0.9, USD: 1 }) +
        line('nonsense', {}),
    );
    const path = join(machine.home, 'days.ndjson');
    const { code, stdout } = await machine.run(['store', 'import', path, '-f', 'json', '-q']);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      imported: 1,
      held: 2,
      differing: [{ date: '2024-01-05', code: 'EUR', held: 0.9, given: 0.8 }],
      refused: [{ name: `${path}:4`, reason: 'has no day as its date' }],
    });
  });

  test('settings, of which one without a value is null', async () => {
    const { stdout } = await new Machine().run(['config', 'list', '-f', 'json']);
    expect(JSON.parse(stdout)).toContainEqual({ key: 'format', value: null, from: 'not set' });
  });

  test('settings, whole where no terminal is too narrow for them', async () => {
    const store = `/srv${'/rates'.repeat(40)}`;
    const { stdout } = await runHere(new Machine({ RATEBOOK_STORE: store }), ['config', 'list']);
    expect(stdout).toContain(`  ${store}  RATEBOOK_STORE\n`);
  });

  test('usage', async () => {
    const usage = { requests: 11, requests_quota: 1000, requests_remaining: 989 };
    const service = await startService(undefined, undefined, (_request, response) =>
      reply(response, 200, { data: { plan: { name: 'Free' }, usage } }),
    );
    const { stdout } = await Machine.for(service.url).run(['usage', '-f', 'csv'], {
      now: '2024-03-10T09:00:00Z',
    });
    expect(stdout).toBe('plan,used,quota,left,renewal,projected\nFree,11,1000,989,2024-04-01,\n');
  });

  test('a dry run, a table where the format of the rates is none of records', async () => {
    const { service, stdout } = await holding();
    const run = ['series', '2024-01-01', '2024-01-06', '--dry-run', '-q', '-s', 'EUR'];
    expect(await stdout(...run, '-f', 'csv')).toBe('endpoint,start,end,cost\ntime-series,2024-01-03,2024-01-04,2\n');
    expect(await stdout(...run, '-f', 'csv', '--no-header')).toBe('time-series,2024-01-03,2024-01-04,2\n');
    expect(await stdout(...run, '-f', 'ledger')).toMatch(/^endpoint .*\n.*\ntotal .* 2\n$/);
    expect(service.calls()).toBe(0);
  });

  test('a conversion, as a table and as lines', async () => {
    const { stdout } = await holding();
    const convert = ['convert', '10', 'USD', 'EUR', 'CHF', '--on', '2024-01-05', '--offline'];
    expect(await stdout(...convert, '-f', 'table')).toBe(
      [
        'date        from  amount  to   rate  converted',
        '2024-01-05  USD    10.00  EUR  0.9        9.00',
        '2024-01-05  USD    10.00  CHF  0.85       8.50',
        '',
      ].join('\n'),
    );
    expect((await stdout(...convert, '-f', 'ndjson')).split('\n')[0]).toMatch(
      /^{"date":"2024-01-05","from":"USD","amount":10,"to":"EUR","rate":0.9,"converted":9,"rule":"day",/,
    );
  });
});

describe('a file of records', () => {
  test('is in the format of its ending, whole', async () => {
    const { machine } = await holding();
    const path = (name: string) => join(machine.home, name);
    const silent = { code: 0, stdout: '', stderr: '' };
    expect(await machine.run(['currencies', 'euro', '-o', path('euro.tsv')])).toEqual(silent);
    expect(readFileSync(path('euro.tsv'), 'utf8')).toBe(
      'code\tname\tdecimals\tfirst\tlast\nEUR\tEuro\t2\t2024-01-01\t2024-01-06\n',
    );
    expect(await machine.run(['store', 'holes', '-o', path('holes.parquet')])).toEqual(silent);
    const { buffer, byteOffset, byteLength } = readFileSync(path('holes.parquet'));
    const file = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    expect(await parquetReadObjects({ file })).toEqual([
      { start: new Date('2024-01-03'), end: new Date('2024-01-04'), days: 2 },
    ]);
  });

  test.each([
    [
      'of rates alone',
      'euro.ledger',
      'this command does not write ledger, only table, csv, tsv, json, ndjson, parquet',
    ],
    ['of a spreadsheet', 'euro.xlsx', 'ratebook writes no .xlsx files'],
  ])('is refused with an ending %s, before anything is asked', async (_, name, why) => {
    const { service, machine } = await scene();
    const { code, stderr } = await machine.run(['convert', '1', 'EUR', 'USD', '-o', join(machine.home, name)]);
    expect(code).toBe(2);
    expect(stderr).toContain(`ratebook: --output: ${why}`);
    expect(service.calls()).toBe(0);
  });

  test('that cannot be written costs nothing', async () => {
    const { service, machine } = await scene();
    const run = await machine.run(['convert', '1', 'EUR', 'USD', '-o', join(machine.home, 'no/such.csv')]);
    expect(run.code).toBe(1);
    expect(service.calls()).toBe(0);
  });
});

describe('--no-header', () => {
  test.each([
    ['csv', [], '2024-01-05,USD,EUR,0.9\n'],
    ['tsv', [], '2024-01-05\tUSD\tEUR\t0.9\n'],
    ['csv', ['--wide'], '2024-01-05,USD,0.9\n'],
    ['csv', ['--every', 'month', '--take', 'last'], '2024-01,USD,EUR,0.9,2024-01-05,1\n'],
    ['tsv', ['--every', 'month', '--wide'], '2024-01\tUSD\t0.9\n'],
  ])('leaves the first line of rates out, in %s %j', async (format, more, rows) => {
    const { machine } = await holding();
    const words = ['series', '2024-01-05', '2024-01-05', '-s', 'EUR', '-f', format, '--no-header', ...more];
    expect((await machine.run([...words, '--offline', '-q'])).stdout).toBe(rows);
    if (more[0] === '--wide') {
      const all = await machine.run(words.filter((word) => word !== '-s' && word !== 'EUR'));
      expect(all.stdout).toBe('2024-01-05,USD,0.85,0.9,1\n');
    }
  });

  test.each([
    ['historical', ['2024-01-05', '-f', 'json']],
    ['currencies', ['-f', 'table']],
    ['convert', ['1', 'EUR', 'USD']],
    ['usage', ['-f', 'json']],
    ['store', ['info', '-f', 'ndjson']],
    ['store', ['holes', '-f', 'table']],
    ['store', ['verify']],
    ['store', ['check']],
    ['store', ['import', 'x.json']],
    ['config', ['list']],
  ])('means nothing to other formats: %s', async (command, more) => {
    const { machine } = await holding();
    const { code, stderr } = await machine.run([command, ...more, '--no-header']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^ratebook: --no-header works with csv and tsv, not with (json|ndjson|table|sentence)\n/);
  });
});

test.skipIf(!hasTerminal)('parquet is not printed to a terminal', async () => {
  const { machine } = await holding();
  const { screen, code } = await atTerminalOf('true', machine, ['store', 'holes', '-f', 'parquet']);
  expect(screen).toContain('parquet is not for a terminal');
  expect(code).toBe(2);
});
