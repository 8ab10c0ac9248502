import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { query } from '../support/duckdb.ts';
import { pass } from '../support/faults.ts';
import { scene } from '../support/scene.ts';

const newYear = '2024-01-03T09:00:00Z';
const nextDay = '2024-01-04T09:00:00Z';
const toYears = 'archive --to ~/rates -f parquet';
const since = '--since 2023-12-30';
const fiveDays = `${toYears} ${since}`;

/** A new year has just begun. */
async function inFolder() {
  const around = await scene(pass, { now: newYear });
  const inHome = (...names: string[]) => join(around.machine.home, ...names);
  const pathOf = (year: number) => inHome('rates', `year=${year}`, 'rates.parquet');
  const files = `read_parquet('${inHome('rates')}/*/*.parquet', hive_partitioning = true)`;

  return {
    ...around,
    inHome,
    pathOf,
    folderOf: (year: number) => readdirSync(dirname(pathOf(year))),
    textOf: (year: number) => readFileSync(pathOf(year)),
    /** Differs for each writing of the file, even of the same bytes. */
    writingOf: (year: number) => {
      const { ino, mtimeNs } = statSync(pathOf(year), { bigint: true });
      return `${ino} ${mtimeNs}`;
    },
    daysIn: async () => (await query(`select distinct year || ' ' || date from ${files} order by 1`)).flat(),
    ask: (year: number, what: string, where: string) => query(`select ${what} from '${pathOf(year)}' where ${where}`),
    /** A file of somebody else in the place of a year. */
    take: (year: number, put: (path: string) => void) => {
      mkdirSync(dirname(pathOf(year)), { recursive: true });
      put(pathOf(year));
    },
  };
}

describe.concurrent('archive with a file a year', () => {
  test('has each day in its year, and writes only the years that a day joins', async () => {
    const { run, at, daysIn, writingOf, folderOf } = await inFolder();
    expect((await run(fiveDays)).code).toBe(0);
    expect(await daysIn()).toEqual(['2023 2023-12-30', '2023 2023-12-31', '2024 2024-01-01', '2024 2024-01-02']);
    const [old, current] = [writingOf(2023), writingOf(2024)];
    await run(toYears);
    expect(writingOf(2024)).toBe(current);
    at(nextDay);
    await run(toYears);
    expect((await daysIn()).at(-1)).toBe('2024 2024-01-03');
    expect([writingOf(2023), folderOf(2024)]).toEqual([old, ['rates.parquet']]);
  });

  test.each(['newer', 'as old as before'])('writes a year again whose days have changed, in files %s', async (age) => {
    const { run, stored, ask, writingOf } = await inFolder();
    await run(fiveDays);
    const day = '2023-12-31';
    const { atime, mtime } = statSync(stored.pathOf(day));
    stored.write(day, stored.read(day).replace(/"EUR": [\d.]+/, '"EUR": 0.5'));
    if (age !== 'newer') utimesSync(stored.pathOf(day), atime, mtime);
    await run(toYears);
    expect(await ask(2023, 'rate', `date = '${day}' and quote = 'EUR'`)).toEqual([['0.5']]);
    const writing = writingOf(2023);
    // other words around the same rates, and a newer time, are no change
    stored.write(day, stored.read(day).replace(/"license": ".*"/, '"license": "other"'));
    await run(toYears);
    expect(writingOf(2023)).toBe(writing);
  });

  test('killed in writing leaves the old file, and nothing that readers take for a file', async () => {
    const { run, at, built, daysIn, textOf, folderOf } = await inFolder();
    await run(fiveDays);
    at(nextDay);
    await run('archive');
    const [old, days] = [textOf(2024), await daysIn()];
    const preload = join(import.meta.dirname, '../support/killed-in-writing.cjs');
    expect((await built(toYears, { preload })).code).toBe(null);
    expect(textOf(2024)).toEqual(old);
    expect(folderOf(2024)).toHaveLength(2);
    expect(await daysIn()).toEqual(days);
    await run(toYears);
    expect(await daysIn()).toEqual([...days, '2024 2024-01-03']);
  });

  test('answers the questions of the guide', async () => {
    const { run, at, machine } = await inFolder();
    at('2024-02-10T09:00:00Z');
    await run(`${toYears} --since 2023-12-01`);
    await run('series 2024-01 -o ~/2024.parquet');
    const guide = readFileSync(join(import.meta.dirname, '../../docs/data.md'), 'utf8');
    const chapter = guide.split(/^## /m).find((text) => text.startsWith('DuckDB'));
    const questions = Array.from((chapter ?? '').matchAll(/^```sql\n(.*?)^```$/gms), ([, sql = '']) => sql);
    const answers = await Promise.all(
      questions.map((sql) => query(sql.replaceAll(/'(?=2024\.parquet|rates\/)/g, `'${machine.home}/`))),
    );
    expect(answers.map((rows) => rows.length)).toEqual([31, 6, 2]);
  });
});
