import { describe, expect, test } from 'vitest';
import { Machine } from '../support/ratebook.ts';
import { dayBody, type Fault, reply, startService } from '../support/service.ts';

const rates: Fault = ({ path }, response, pass) => {
  if (path.startsWith('/historical'))
    reply(response, 200, dayBody({ EUR: 0.955, GBP: 0.78, VEF_X: 3, ZZZ: 0, USD: 1 }));
  else pass();
};
const service = await startService(rates);
const machine = Machine.for(service.url);
const days = ['historical', '2024-01-16', '2024-01-17'];
await machine.run(days);
const run = (...args: string[]) => machine.run([...days, ...args]);

describe.concurrent('a price file', () => {
  test('names what it leaves out, once a code, and ends with 0', async () => {
    const { code, stdout, stderr } = await run('-f', 'gnucash', '-s', 'EUR,VEF_X,ZZZ,USD');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'Date,From Namespace,From Symbol,Currency To,Amount\n' +
        '2024-01-16,CURRENCY,USD,EUR,0.955\n2024-01-17,CURRENCY,USD,EUR,0.955\n',
    });
    expect(stderr).toBe(
      `left out because a rate of 0 is no price: ZZZ on 2 days\n` +
        'left out because a GnuCash currency has three letters: VEF_X on 2 days\n',
    );
    expect((await run('-f', 'gnucash', '-s', 'EUR,VEF_X,ZZZ', '-q')).stderr).toBe('');
  });

  test('inverted, has the price of each currency in the base', async () => {
    const { code, stdout, stderr } = await run('-f', 'ledger', '-b', 'EUR', '-s', 'USD,ZZZ,VEF_X', '--invert');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: ['16', '17']
        .map((day) => `P 2024-01-${day} USD 0.955 EUR\nP 2024-01-${day} "VEF_X" 0.3183333333 EUR\n`)
        .join(''),
    });
    expect(stderr).toBe(`left out because a rate of 0 has no inverse: ZZZ on 2 days\n`);
  });

  test('has the ending of its program, or any other with -f', async () => {
    await run('-s', 'EUR', '-q', '-o', 'a.ledger');
    expect(machine.read('a.ledger')).toMatch(/^P 2024-01-16 USD 0\.955 EUR\n/);
    await run('-s', 'EUR', '-q', '-o', 'a.beancount');
    expect(machine.read('a.beancount')).toMatch(/^2024-01-16 price USD 0\.955 EUR\n/);
    await run('-s', 'EUR', '-q', '-f', 'ledger', '-o', 'a.db');
    expect(machine.read('a.db')).toBe(machine.read('a.ledger'));
  });

  test('cannot have a base that its program cannot have', async () => {
    const { code, stderr } = await run('-f', 'gnucash', '-b', 'VEF_X', '-s', 'EUR');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'ratebook: VEF_X cannot be the base: a GnuCash currency has three letters\n',
    });
  });
});

describe.concurrent('a price file needs symbols', () => {
  test.each(['ledger', 'beancount', 'gnucash'])('as in %s', async (format) => {
    expect(await machine.run(['historical', '2024-02-01', '-f', format])).toEqual({
      code: 2,
      stdout: '',
      stderr:
        `ratebook: ${format} needs symbols: a price file is read on every run\n` +
        "hint: -s EUR,GBP selects some, -s '*' all\n",
    });
    expect(service.asked()).not.toContain('2024-02-01');
  });

  test("which -s '*' is, and a configured list", async () => {
    const rows = async (env: Record<string, string>, ...args: string[]) =>
      (await machine.run([...days, '-f', 'beancount', '-q', ...args], { env })).stdout.match(/\w+(?=\n)/g);
    expect(await rows({}, '-s', '*')).toEqual(['EUR', 'GBP', 'VEF_X', 'EUR', 'GBP', 'VEF_X']);
    expect(await rows({ RATEBOOK_SYMBOLS: 'GBP' })).toEqual(['GBP', 'GBP']);
    expect(await rows({ RATEBOOK_SYMBOLS: '*' })).toBeNull();
  });
});

test('the configured format says nothing about --raw', async () => {
  const result = await machine.run([...days, '--raw'], { env: { RATEBOOK_FORMAT: 'ledger' } });
  expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('"EUR":0.955') });
});

test('archive keeps a price file a day, of all currencies', async () => {
  const now = '2024-01-18T12:00:00Z';
  for (const format of ['ledger', 'gnucash'])
    await machine.run(['archive', '--since', '2024-01-16', '--to', 'prices', '-f', format, '-q'], { now });
  expect(machine.read('prices/2024-01-17.ledger')).toBe(
    'P 2024-01-17 USD 0.955 EUR\nP 2024-01-17 USD 0.78 GBP\nP 2024-01-17 USD 3 "VEF_X"\n',
  );
  expect(machine.read('prices/2024-01-16.gnucash.csv')).toContain('2024-01-16,CURRENCY,USD,GBP,0.78\n');
});
