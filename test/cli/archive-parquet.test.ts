import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rowGroups } from '../../src/output/parquet/row-groups.ts';
import { query } from '../support/duckdb.ts';
import { HeldFiles } from '../support/held-files.ts';
import type { Machine } from '../support/ratebook.ts';
import { scene } from '../support/scene.ts';

const newYear = '2024-01-03T09:00:00Z';
const nextDay = '2024-01-04T09:00:00Z';
const toYears = ['archive', '--to', 'rates', '-f', 'parquet'];
const since = ['--since', '2023-12-30'];

const pathOf = (machine: Machine, year: number) => join(machine.home, 'rates', `year=${year}`, 'rates.parquet');
const yearOf = (machine: Machine, year: number) => readFileSync(pathOf(machine, year));
/** Differs for each writing of the file, even of the same bytes. */
function writingOf(machine: Machine, year: number): string {
  const { ino, mtimeNs } = statSync(pathOf(machine, year), { bigint: true });
  return `${ino} ${mtimeNs}`;
}

async function daysIn(machine: Machine): Promise<string[]> {
  const files = `read_parquet('${join(machine.home, 'rates')}/*/*.parquet', hive_partitioning = true)`;
  const rows = await query(`select distinct year || ' ' || date from ${files} order by 1`);
  return rows.flat();
}

describe.concurrent('archive with a file a year', () => {
  test('has each day in its year, and writes only the years that a day joins', async () => {
    const { machine } = await scene();
    expect((await machine.run([...toYears, ...since], { now: newYear })).code).toBe(0);
    expect(await daysIn(machine)).toEqual(['2023 2023-12-30', '2023 2023-12-31', '2024 2024-01-01', '2024 2024-01-02']);
    const [old, current] = [writingOf(machine, 2023), writingOf(machine, 2024)];
    await machine.run(toYears, { now: newYear });
    expect(writingOf(machine, 2024)).toBe(current);
    await machine.run(toYears, { now: nextDay });
    expect((await daysIn(machine)).at(-1)).toBe('2024 2024-01-03');
    expect(writingOf(machine, 2023)).toBe(old);
    expect(readdirSync(join(machine.home, 'rates', 'year=2024'))).toEqual(['rates.parquet']);
  });

  test('has all stored days, whatever --since; the partition is in no file', async () => {
    const { machine } = await scene();
    await machine.run(['historical', '2022-05-05', '2024-01-01', '-q'], { now: newYear });
    await machine.run([...toYears, '--since', '2024-01-02'], { now: newYear });
    expect(await daysIn(machine)).toEqual(['2022 2022-05-05', '2024 2024-01-01', '2024 2024-01-02']);
    const described = await query(
      `select column_name from (describe select * from read_parquet('${pathOf(machine, 2022)}', hive_partitioning = false))`,
    );
    expect(described.flat()).toEqual(['date', 'base', 'quote', 'rate']);
  });

  test('has the same bytes for the same days, however they came, as a series has', async () => {
    const [one, other] = [await scene(), await scene()];
    await one.machine.run([...toYears, ...since], { now: newYear });
    await one.machine.run(toYears, { now: nextDay });
    for (const day of ['2024-01-03', '2024-01-01', '2024-01-02', '2023-12-31', '2023-12-30'])
      await other.machine.run(['historical', day], { now: nextDay });
    await other.machine.run([...toYears, ...since], { now: nextDay });
    for (const year of [2023, 2024]) expect(yearOf(one.machine, year)).toEqual(yearOf(other.machine, year));
    await other.machine.run(['series', '2024', '-o', 'x.parquet'], { now: nextDay });
    expect(readFileSync(join(other.machine.home, 'x.parquet'))).toEqual(yearOf(one.machine, 2024));
  });

  test('writes a year again whose stored days have changed', async () => {
    const { service, machine } = await scene();
    const files = new HeldFiles(machine, service.url);
    await machine.run([...toYears, ...since], { now: newYear });
    files.write('2023-12-31', files.read('2023-12-31').replace(/"EUR": [\d.]+/, '"EUR": 0.5'));
    await machine.run(toYears, { now: newYear });
    expect(
      await query(`select rate from '${pathOf(machine, 2023)}' where date = '2023-12-31' and quote = 'EUR'`),
    ).toEqual([['0.5']]);
  });

  test('writes a year again whose days have changed, however old their files say they are', async () => {
    const { service, machine } = await scene();
    const files = new HeldFiles(machine, service.url);
    await machine.run([...toYears, ...since], { now: newYear });
    const day = '2023-12-31';
    const held = files.read(day);
    const { atime, mtime } = statSync(files.pathOf(day));
    files.write(day, held.replace(/"EUR": [\d.]+/, '"EUR": 0.5'));
    utimesSync(files.pathOf(day), atime, mtime);
    await machine.run(toYears, { now: newYear });
    const rate = () => query(`select rate from '${pathOf(machine, 2023)}' where date = '${day}' and quote = 'EUR'`);
    expect(await rate()).toEqual([['0.5']]);
    const writing = writingOf(machine, 2023);
    // other words around the same rates, and a newer time, are no change
    files.write(day, files.read(day).replace(/"license": ".*"/, '"license": "other"'));
    await machine.run(toYears, { now: newYear });
    expect(writingOf(machine, 2023)).toBe(writing);
  });

  test('writes a year again, once, whose file an earlier version wrote, which noted its days alone', async () => {
    const { machine } = await scene();
    await machine.run([...toYears, ...since], { now: newYear });
    const current = yearOf(machine, 2023);
    const rows = rowGroups([{ name: 'date', kind: 'date' }]);
    rows.add([0]);
    const earlier = [...rows.end({ 'ratebook.days': '2023-12-30/2023-12-31' })];
    writeFileSync(pathOf(machine, 2023), Buffer.concat(earlier));
    await machine.run(toYears, { now: newYear });
    expect(yearOf(machine, 2023)).toEqual(current);
    const writing = writingOf(machine, 2023);
    await machine.run(toYears, { now: newYear });
    expect(writingOf(machine, 2023)).toBe(writing);
  });

  test('takes no day away that is not stored any more, and says so where one joins', async () => {
    const { service, machine } = await scene();
    const files = new HeldFiles(machine, service.url);
    await machine.run([...toYears, ...since], { now: newYear });
    const [old, current] = [writingOf(machine, 2023), writingOf(machine, 2024)];
    files.remove('2023-12-30', '2024-01-01');
    const later = [...toYears, '--since', '2024-01-02', '-q'];
    expect(await machine.run(later, { now: newYear })).toEqual({ code: 0, stdout: '', stderr: '' });
    const path = join('rates', 'year=2024', 'rates.parquet');
    expect(await machine.run(later, { now: nextDay })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `ratebook: ${path} is left as it is: it has days that are not stored any more: 2024-01-01\n` +
        'hint: fetch them again, or delete the file to leave them out\n',
    });
    expect([writingOf(machine, 2023), writingOf(machine, 2024)]).toEqual([old, current]);
    await machine.run([...toYears, ...since], { now: nextDay });
    expect(await daysIn(machine)).toHaveLength(5);
  });

  test.each([
    ['nothing of Parquet', 'other content'],
    ['', 'empty'],
  ])('leaves a file that it has not written: %j', async (text, what) => {
    const { machine } = await scene();
    mkdirSync(join(machine.home, 'rates', 'year=2023'), { recursive: true });
    writeFileSync(pathOf(machine, 2023), text);
    const { code, stderr } = await machine.run([...toYears, ...since, '-q'], { now: newYear });
    const path = join('rates', 'year=2023', 'rates.parquet');
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: `ratebook: not written by ratebook, and left as it is: ${path} (${what})\nhint: move it away or delete it\n`,
    });
    expect(yearOf(machine, 2023).toString()).toBe(text);
    expect(yearOf(machine, 2024).length).toBeGreaterThan(1000);
  });

  test('takes a pipe for a file of someone else, and waits for nobody', async () => {
    const { machine } = await scene();
    mkdirSync(join(machine.home, 'rates', 'year=2023'), { recursive: true });
    execFileSync('mkfifo', [pathOf(machine, 2023)]);
    const { code, stderr } = await machine.run([...toYears, ...since, '-q'], { now: newYear });
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('(not a regular file)') });
    expect(yearOf(machine, 2024).length).toBeGreaterThan(1000);
  });

  test('killed in writing leaves the old file, and nothing that readers take for a file', async () => {
    const { machine } = await scene();
    await machine.run([...toYears, ...since], { now: newYear });
    await machine.run(['archive'], { now: nextDay });
    const [old, days] = [yearOf(machine, 2024), await daysIn(machine)];
    const preload = join(import.meta.dirname, '../support/killed-in-writing.cjs');
    expect((await machine.run(toYears, { now: nextDay, preload })).code).toBe(null);
    expect(yearOf(machine, 2024)).toEqual(old);
    expect(readdirSync(join(machine.home, 'rates', 'year=2024'))).toHaveLength(2);
    expect(await daysIn(machine)).toEqual(days);
    await machine.run(toYears, { now: nextDay });
    expect(await daysIn(machine)).toEqual([...days, '2024 2024-01-03']);
  });

  test('answers the questions of the guide', async () => {
    const { machine } = await scene();
    await machine.run([...toYears, '--since', '2023-12-01'], { now: '2024-02-10T09:00:00Z' });
    await machine.run(['series', '2024-01', '-o', '2024.parquet']);
    const guide = readFileSync(join(import.meta.dirname, '../../docs/parquet.md'), 'utf8');
    const chapter = guide.split(/^## /m).find((text) => text.startsWith('DuckDB'));
    const questions = Array.from((chapter ?? '').matchAll(/^```sql\n(.*?)^```$/gms), ([, sql = '']) => sql);
    const answers = await Promise.all(
      questions.map((sql) => query(sql.replaceAll(/'(?=2024\.parquet|rates\/)/g, `'${machine.home}/`))),
    );
    expect(answers.map((rows) => rows.length)).toEqual([31, 6, 2]);
  });

  test('keeps alternative currencies', async () => {
    const { machine } = await scene();
    await machine.run([...toYears, ...since, '--show-alternative'], { now: newYear });
    const [[count]] = (await query(`select count(*) from '${pathOf(machine, 2024)}' where quote = 'ETH'`)) as [
      [string],
    ];
    expect(count).toBe('2');
  });

  test('refuses a folder that is a file before anything is requested', async () => {
    const { service, machine } = await scene();
    machine.write('rates', '');
    const { code } = await machine.run([...toYears, ...since], { now: newYear });
    expect({ code, calls: service.calls() }).toEqual({ code: 1, calls: 0 });
  });
});
