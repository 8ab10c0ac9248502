import { describe, expect, test } from 'vitest';
import { runHere } from '../support/here.ts';
import { Machine } from '../support/ratebook.ts';
import { startService } from '../support/service.ts';

const service = await startService();
const machine = Machine.for(service.url);
const now = '2026-11-20T23:30:00Z';

describe.concurrent('what cannot be meant ends with 2, one line that says why, and no request', () => {
  test.each([
    [['historical', '2023-02-30'], 'there is no day 2023-02-30'],
    [['historical', '1998-12-31'], '1998-12-31 is before 1999-01-01, the first day of the service'],
    [['historical', '2026-11-21'], '2026-11-21 is in the future: it is still 2026-11-20 in UTC'],
    [['historical', '20240132'], 'there is no day 20240132'],
    [['historical', 'EURO!'], '"EURO!" is not a day'],
    [['historical', '2024-01-01', '2024-01-32'], 'there is no day 2024-01-32'],
    [['historical', ''], '"" is not a day'],
    [['historical'], '<day> is missing'],
    [['series', '2023-02-30'], 'there is no day 2023-02-30'],
    [['series', '1998'], '1998 is before 1999-01-01, the first day of the service'],
    [['series', '2026-11-01', '2026-11-21'], '2026-11-21 is in the future: it is still 2026-11-20 in UTC'],
    [['series', '2024-01-02', '2024-01-01'], 'the end 2024-01-01 is before the start 2024-01-02'],
    [['series', '2024-13'], 'there is no month 2024-13'],
    [['series', '2024010'], '"2024010" is not a day, a month or a year'],
    [['series', '2024', '2025', '2026'], 'unexpected argument "2026"'],
    [['series', '2024', '-s', 'EURO!'], '--symbols: "EURO!" is not a currency code'],
    [['series', '2024', '-s', ',, '], '--symbols: ",, " names no currency'],
    [['series', '2024', '-b', '-'], '--base: "-" is not a currency code'],
    [['series', '2024', '-s', 'EUR', '-f', 'value'], '--format: "value" is not one of table, json, csv, '],
    [['series', '2024', '--fromat', 'csv'], 'unknown option "--fromat"'],
    [['series', '2024', '-f', 'xml'], '--format: "xml" is not one of table, json, csv, '],
    [['series', '2024', '-f'], '--format needs a value'],
    [['series', '2024', '--max-cost', '-1'], '--max-cost: "-1" is not a whole number of at least 0'],
    [['series', '2024', '--max-cost', '1e3'], '--max-cost: "1e3" is not a whole number'],
    [['series', '2024', '--concurrency', '0'], '--concurrency: "0" is not a whole number from 1 to 64'],
    [['series', '2024', '--concurrency', '65'], '--concurrency: "65" is not a whole number from 1 to 64'],
    [['series', '2024', '--wide', '-f', 'json'], '--wide works with table, csv and tsv, not with json'],
    [['series', '2024', '--prettyprint'], '--prettyprint needs --raw'],
    [['series', '2024', '--raw', '-f', 'csv'], '--raw'],
    [['historical', '2024-01-17', '--wide'], 'unknown option "--wide"'],
    [['histroical', '2024-01-17'], 'unknown command "histroical"'],
    [['config', 'get', 'app-id'], 'app-id'],
    [['config', 'set', 'currency', 'EUR'], 'currency'],
    [['config', 'set', 'concurrency', 'many'], 'concurrency: "many" is not a whole number'],
    [['config', 'set', 'base', 'EURO!'], 'base: "EURO!" is not a currency code'],
    [['--fromat'], 'unknown option "--fromat"'],
    [['serve', '--demo', '--port', '99999'], '--port: "99999" is not a port, 0 to 65535'],
    [['completion', 'tcsh'], '<shell>: "tcsh" is not one of bash, zsh, fish'],
  ])('%j', async (args, words) => {
    const { code, stdout, stderr } = await runHere(machine, args, { now });
    const [line = '', ...rest] = stderr.split('\n');
    expect(line).toMatch(/^ratebook: /);
    expect(line).toContain(words);
    expect(rest.filter((other) => other !== '' && !other.startsWith('hint: '))).toEqual([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test.each([
    ['RATEBOOK_CONCURRENCY', '0'],
    ['RATEBOOK_BASE', 'EURO!'],
    ['RATEBOOK_FORMAT', 'xml'],
    ['RATEBOOK_TIMEOUT', 'soon'],
    ['RATEBOOK_BASE_URL', 'http://rates.example/api'],
  ])('%s=%s', async (name, value) => {
    const { code, stdout, stderr } = await runHere(machine, ['series', '2024-01'], {
      env: { [name]: value },
    });
    expect(stderr).toMatch(new RegExp(`^ratebook: ${name}: ".*\\n(hint: .*\\n)?$`));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

test('none of this has asked the service anything', () => {
  expect(service.calls()).toBe(0);
});

describe('a word that is nearly right', () => {
  test.each([
    [['sries', '2024'], 'series'],
    [['serie', '2024'], 'series'],
    [['series', '2024', '--fromat', 'csv'], '--format'],
    [['config', 'unset', 'app-id'], 'app_id'],
  ])('%j: did you mean %s?', async (args, meant) => {
    expect((await runHere(machine, args)).stderr).toContain(`hint: did you mean ${meant}?\n`);
  });

  test.each([
    [['xyzzy'], 'ratebook --help'],
    [['-x', 'today'], 'ratebook historical --help'],
    [['series', '2024', '-x'], 'ratebook series --help'],
  ])('%j: the hint for one that is not is %s', async (args, hint) => {
    expect((await runHere(machine, args)).stderr).toContain(`hint: ${hint}\n`);
  });
});

test('no command at all shows the help, and ends with 2', async () => {
  const { code, stdout, stderr } = await machine.run([]);
  expect(stderr).toMatch(/^Examples:\n {2}ratebook /);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});
