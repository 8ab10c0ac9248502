import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../src/calendar/day.ts';
import type { Code } from '../../src/currencies/code.ts';
import { processMark } from '../../src/files.ts';
import { parseDayFile } from '../../src/store/day-file.ts';
import { reserveRoom, writeEntry } from '../../src/store/journal.ts';
import { RecordedRun } from '../support/power/run.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { Machine } from '../support/ratebook.ts';
import { dayBody, type Fault, reply, seriesBody, startService, type TestService } from '../support/service.ts';
import { StoredFiles } from '../support/stored-files.ts';
import { inWhole, isWhole, seed } from '../support/whole.ts';

/** Of each kind of run. */
const cuts = inWhole(6, 1);
const [first, last] = ['2024-01-29', '2024-04-02'] as [Day, Day];
const days = [...eachDay(first, last)];
const query = ['series', first, last, '-s', 'EUR', '-f', 'csv', '--concurrency', '4', '--yes'];
type Rate = (day: Day) => number;
const rate: Rate = (day) => Number(day.replaceAll('-', '')) / 1e8;
/** So near that no day is odd beside one with the older. */
const newer: Rate = (day) => rate(day) + 0.0005;

const bodyOf = (first: Day, last: Day, rate: Rate) =>
  seriesBody(Object.fromEntries(Array.from(eachDay(first, last), (day) => [day, { EUR: rate(day), USD: 1 }])));
const rowOf = (day: Day, rate: Rate) => `${day},USD,EUR,${rate(day)}`;
const eurIn = (text: string, day: Day) => parseDayFile(text, day)?.rates.get('EUR' as Code);

/** Answers with these rates; `seriesAllowed` as in a plan that has time series. */
const answering =
  (rateNow: () => Rate, seriesAllowed: boolean): Fault =>
  ({ path, query: { start, end } }, response) => {
    const [day] = /\d{4}-\d\d-\d\d/.exec(path) ?? [];
    if (day) reply(response, 200, dayBody({ EUR: rateNow()(day as Day), USD: 1 }));
    else if (seriesAllowed) reply(response, 200, bodyOf(start as Day, end as Day, rateNow()));
    else reply(response, 403, { error: true, status: 403, message: 'not_allowed', description: 'time series' });
  };

interface Kind {
  readonly args: readonly string[];
  readonly seriesAllowed?: boolean;
  /** What the machine has done before. */
  readonly before?: (machine: Machine, files: StoredFiles) => unknown;
  /** Rates that the service has by now. */
  readonly rate?: Rate;
  /** Days that come from the user's own file: those may get lost until the end. */
  readonly isImport?: boolean;
}

const kinds: Readonly<Record<string, Kind>> = {
  'a first range': { args: query },
  'a range': { args: query, before: (_machine, files) => makeFolders(files) },
  'a range, day by day': { args: query, seriesAllowed: false, before: (_machine, files) => makeFolders(files) },
  'a range that is fetched again': {
    args: [...query, '--refresh'],
    before: (machine) => machine.run(query),
    rate: newer,
  },
  'a range of which a killed run has left answers': {
    args: query,
    before: (_machine, files) => leave(files, [first, addDays(first, 2)], ['2024-03-01' as Day, '2024-03-31' as Day]),
  },
  'an import': {
    args: ['store', 'import', 'given.ndjson'],
    before: (machine, files) => {
      const bodies = days.map((day) => ({ date: day, body: { base: 'USD', rates: { EUR: rate(day), USD: 1 } } }));
      machine.write('given.ndjson', bodies.map((body) => `${JSON.stringify(body)}\n`).join(''));
      makeFolders(files);
    },
    isImport: true,
  },
};

const few = ['a range', 'a range that is fetched again', 'an import'];
const tried = Object.entries(kinds).filter(([name]) => isWhole || few.includes(name));

describe.each(tried)(`a power cut at any moment of %s (seed ${seed})`, (_name, kind) => {
  const current = kind.rate ?? rate;
  let service: TestService;
  let machine: Machine;
  let files: StoredFiles;
  let run: RecordedRun;

  beforeAll(async () => {
    let now = rate;
    service = await startService(answering(() => now, kind.seriesAllowed ?? true));
    machine = Machine.for(service.url);
    files = new StoredFiles(machine, service.url);
    await kind.before?.(machine, files);
    now = current;
    run = await RecordedRun.of(machine, kind.args);
    expect([run.result.code, run.replayed()]).toEqual([0, run.after]);
  });

  const numbers = Array.from({ length: cuts }, (_, number) => number);
  test.each(numbers)('takes nothing that was paid for, and no rate is wrong: cut %i', async (number) => {
    const random = randomFrom(seed + number);
    const after = momentIn(run, random);
    const safe = after === run.changes.length ? new Set(days) : run.safeDays(after);
    run.cut(after, random);
    removeTornClaims(files);
    if (kind.rate) expect(withoutOlder(files)).toEqual([]);
    if (number === 0) await checkOffline(safe);

    // damaged files are found when they are read, and their days are fetched by the next run
    if (kind.isImport) await machine.run([...query, '--offline', '-q']);
    const asked = service.requests.length;
    const { code, stdout, stderr } = await machine.run([...query, '-q']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const again = service.asked().slice(asked).flatMap(daysOf);
    expect(again.filter((day) => safe.has(day))).toEqual([]);
    const rows = rowsIn(stdout);
    const mayBeOlder = (day: Day, row: string | undefined) => !safe.has(day) && row === rowOf(day, rate);
    expect(rows).toEqual(days.map((day, at) => rowOf(day, mayBeOlder(day, rows[at]) ? rate : current)));
    expect(files.days()).toEqual(days);
    for (const day of days) expect([rate(day), current(day)]).toContain(eurIn(files.read(day), day));
    expect(whole(files.aside('journal'))).toEqual([]);
    if (!kind.isImport) expect(files.aside('damaged')).toEqual([]);
  });

  async function checkOffline(safe: ReadonlySet<Day>): Promise<void> {
    const rows = rowsIn((await machine.run([...query, '--offline', '-q'])).stdout);
    const isRight = (row: string) => [rate, current].some((rate) => row === rowOf(row.slice(0, 10) as Day, rate));
    expect(rows.filter((row) => !isRight(row))).toEqual([]);
    const shown = new Set(rows.map((row) => row.slice(0, 10)));
    expect([...safe].filter((day) => !shown.has(day))).toEqual([]);
  }
});

/** After so many changes: anywhere, just after something was flushed, removed or said, or after all. */
function momentIn({ changes }: RecordedRun, random: Random): number {
  const any = Math.ceil(random() * changes.length);
  const kind = random();
  if (kind < 0.2) return changes.length;
  if (kind < 0.6) return any;
  const moments = changes.flatMap(([what], at) => (telling.has(what) ? [at + 1] : []));
  return moments[Math.floor(random() * moments.length)] ?? any;
}

const telling: ReadonlySet<string> = new Set(['flushed', 'remove', 'said']);
const rowsIn = (csv: string) => csv.split('\n').slice(1, -1);
const whole = (names: readonly string[]) => names.filter((name) => !name.endsWith('.tmp'));

function daysOf(asked: string): Day[] {
  const [first, last = first] = asked.split('..') as [Day, Day?];
  return [...eachDay(first, last)];
}

/** Days whose older rates are neither in their place nor aside. */
function withoutOlder(files: StoredFiles): Day[] {
  const textIn = (name: string) => readFileSync(join(files.places.replaced, name), 'utf8');
  const isOlder = (text: string, day: Day) => eurIn(text, day) === rate(day);
  const aside = whole(files.aside('replaced')).filter((name) => isOlder(textIn(name), name.slice(0, 10) as Day));
  const asideDays = new Set(aside.map((name) => name.slice(0, 10)));
  return days.filter((day) => !asideDays.has(day) && !isOlder(files.read(day), day));
}

/** New ones would take most of what is in them. */
function makeFolders({ places }: StoredFiles): void {
  for (const folder of [places.days, places.journal]) mkdirSync(folder, { recursive: true });
}

/** A claim that does not say whose it is is waited for, for twenty seconds. */
function removeTornClaims(files: StoredFiles): void {
  const place = processMark().split('.')[1];
  const paths = whole(files.aside('locks')).map((name) => join(files.places.locks, name));
  for (const path of paths) if (!readFileSync(path, 'utf8').endsWith(`.${place}`)) rmSync(path);
}

async function leave(files: StoredFiles, ...ranges: [Day, Day][]): Promise<void> {
  for (const [first, last] of ranges) {
    const run = { first, last, length: [...eachDay(first, last)].length };
    const body = Buffer.from(JSON.stringify(bodyOf(first, last, rate)));
    const journal = { folder: files.places.journal, entries: new Set<string>() };
    await writeEntry(journal, reserveRoom(journal, run), { scope: 'range', run, received: Date.now() - 120_000, body });
  }
}
