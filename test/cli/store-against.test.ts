import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bankFolder } from '../../src/sources/ecb/bank.ts';
import { HeldFiles } from '../support/held-files.ts';
import { runHere } from '../support/here.ts';
import type { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';
import { dayBody } from '../support/service.ts';

type Rates = Readonly<Record<string, number>>;
type Days = Readonly<Record<string, Rates>>;

/** A Friday, the weekend that the bank has no rates of, and three days more. */
const held: Days = {
  '2024-01-19': { EUR: 0.92, PLN: 4.6, RUB: 0.0112, AED: 3.67 },
  '2024-01-20': { EUR: 0.92, PLN: 4.6, RUB: 0.0112, AED: 3.67 },
  '2024-01-21': { EUR: 0.92, PLN: 4, RUB: 0.0112, AED: 3.67 },
  '2024-01-22': { EUR: 0.92, PLN: 4.8, RUB: 0.0112, AED: 3.67 },
  '2024-01-23': { EUR: 0.92, PLN: 4, RUB: 89, AED: 3.67 },
  '2024-01-24': { EUR: 0.8, PLN: 4, AED: 3.67 },
};
const atTheBank = { USD: 1.1, PLN: 4.4, RUB: 97.9, BGN: 1.9558 };
const bank: Days = Object.fromEntries(
  ['2024-01-18', '2024-01-19', '2024-01-22', '2024-01-23', '2024-01-24'].map((day) => [day, atTheBank]),
);

async function holding({ days = held, bankDays = bank, alternative = false } = {}) {
  const { service, machine } = await scene();
  const files = new HeldFiles(machine, service.url, alternative);
  for (const [day, rates] of Object.entries(days)) files.write(day, JSON.stringify(dayBody({ USD: 1, ...rates })));
  for (const [day, rates] of Object.entries(bankDays)) writeBank(machine, day, JSON.stringify({ base: 'EUR', rates }));
  return { service, machine };
}

function writeBank(machine: Machine, day: string, text: string): void {
  const folder = join(machine.home, '.local/share/ratebook', bankFolder, 'historical');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${day}.json`), text);
}

const against = ['store', 'check', '--against', 'ecb'];
const checked = async (...more: string[]) =>
  runHere((await holding()).machine, [...against, ...more], { now: '2024-01-25T09:00:00Z' });

const header = 'kind,code,start,end,figures\n';
const [roubles, zlotys, euros] = [
  'differs,RUB,2024-01-19,2024-01-22,0.0112 89\n',
  'differs,PLN,2024-01-19,2024-01-22,4.8 4\n',
  'differs,EUR,2024-01-24,2024-01-24,0.8 0.9090909091\n',
];

describe('store check --against ecb', () => {
  test("names rates that are far from the bank's, in USD, the worst first, and exits with 3", async () => {
    const { service, machine } = await holding();
    expect(await machine.run(against)).toEqual({
      code: 3,
      stdout: [
        'kind     code  start       end         figures',
        'differs  RUB   2024-01-19  2024-01-22  0.0112, 89 at ecb',
        'differs  PLN   2024-01-19  2024-01-22  4.8, 4 at ecb',
        'differs  EUR   2024-01-24              0.8, 0.9090909091 at ecb',
        '',
      ].join('\n'),
      stderr: '6 days checked, 11 pairs, the median 1.20% apart, 3 findings; from 5% apart\n',
    });
    expect(service.calls()).toBe(0);
  });

  test('has the same as csv and as json', async () => {
    expect((await checked('-f', 'csv')).stdout).toBe(header + roubles + zlotys + euros);
    expect(JSON.parse((await checked('-f', 'json')).stdout)).toEqual([
      { kind: 'differs', code: 'RUB', start: '2024-01-19', end: '2024-01-22', figures: [0.0112, 89] },
      { kind: 'differs', code: 'PLN', start: '2024-01-19', end: '2024-01-22', figures: [4.8, 4] },
      { kind: 'differs', code: 'EUR', start: '2024-01-24', end: '2024-01-24', figures: [0.8, 0.9090909091] },
    ]);
  });

  test.each([
    ['13', zlotys, '2 findings'],
    ['15.5', 'differs,PLN,2024-01-22,2024-01-22,4.8 4\n', '2 findings'],
    ['1', `${zlotys}${euros.replace('2024-01-24,', '2024-01-19,')}`, '3 findings'],
  ])('--threshold %s sets from where on', async (percent, others, found) => {
    const stderr = `6 days checked, 11 pairs, the median 1.20% apart, ${found}; from ${percent}% apart\n`;
    const stdout = header + roubles + others;
    expect(await checked('--threshold', percent, '-f', 'csv')).toEqual({ code: 3, stdout, stderr });
  });

  test('--since lists what ends on that day or later', async () => {
    const { code, stdout, stderr } = await checked('--since', '2d', '-f', 'csv');
    expect({ code, stdout }).toEqual({ code: 3, stdout: header + euros });
    expect(stderr).toContain('apart, 1 finding since 2024-01-23; from');
  });

  test('--accept leaves out what a file has, also what another check wrote', async () => {
    const { machine } = await holding();
    machine.write('known.csv', `${header}jump,EUR,2024-01-24,2024-01-24,0.92 0.8\n${roubles}${zlotys}`);
    const { code, stdout, stderr } = await machine.run([...against, '--accept', 'known.csv', '-f', 'csv']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: header + euros });
    expect(stderr).toContain('apart, 1 finding, 2 known; from');
    machine.write('known.csv', header + roubles + zlotys + euros);
    expect(await machine.run([...against, '--accept', 'known.csv', '-q'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('compares the days with all currencies, too', async () => {
    const { machine } = await holding({ alternative: true });
    expect((await runHere(machine, [...against, '--show-alternative', '-f', 'csv', '-q'])).stdout).toContain(roubles);
    expect((await runHere(machine, against)).stderr).toBe('0 days checked, 0 pairs, 0 findings; from 5% apart\n');
  });

  test("checks the service's days, whichever source is configured", async () => {
    const { machine } = await holding();
    const before = await machine.run(against);
    await machine.run(['config', 'set', 'source', 'ecb']);
    expect((await machine.run(['store', 'check'])).stderr).toContain('5 days checked');
    expect(await machine.run(against)).toEqual(before);
    expect(before.stdout).toContain('0.0112, 89 at ecb');
  });

  test('of days that the bank has no rates of has no pair', async () => {
    const { machine } = await holding({ bankDays: { '2024-01-18': atTheBank } });
    const stderr = '6 days checked, 0 pairs, 0 findings; from 5% apart\n';
    expect(await runHere(machine, against)).toEqual({ code: 0, stdout: '', stderr });
  });

  test("sets a damaged file of the bank's aside and goes on", async () => {
    const { machine } = await holding();
    writeBank(machine, '2024-01-22', JSON.stringify({ base: 'USD', rates: { PLN: 4 } }));
    const { code, stdout, stderr } = await runHere(machine, [...against, '-f', 'csv', '-q']);
    expect({ code, stdout }).toMatchObject({ code: 3, stdout: expect.stringContaining('PLN,2024-01-19,2024-01-19') });
    expect(stderr).toMatch(/^ratebook: the stored file of 2024-01-22 is damaged and was moved to .*\/ecb\/.*\n$/);
  });

  test('fails where nothing of the bank is stored, and says how to get it', async () => {
    const { machine } = await holding({ bankDays: {} });
    expect(await machine.run([...against, '-f', 'csv'])).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'ratebook: nothing of the European Central Bank is stored',
        'hint: ratebook archive --source ecb --since 1999-01-04',
        '',
      ].join('\n'),
    });
  });

  test.each([
    [['--demo'], '--demo'],
    [['--threshold=0'], 'a percentage above 0'],
  ])('refuses %s', async (more, why) => {
    const { code, stdout, stderr } = await checked(...more);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(why);
  });

  test('refuses what is no source, and its absence', async () => {
    const { machine } = await holding();
    for (const words of [['--against', 'oxr'], ['--against']])
      expect(await runHere(machine, ['store', 'check', ...words])).toMatchObject({ code: 2, stdout: '' });
  });
});
