import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDays, type Day, eachDay } from '../../src/calendar/day.ts';
import { processMark } from '../../src/disk/process-mark.ts';
import type { Code } from '../../src/rates/code.ts';
import { parseDayFile } from '../../src/store/day-file.ts';
import { Inbox } from '../../src/store/inbox.ts';
import { HeldFiles } from '../support/held-files.ts';
import { RecordedRun } from '../support/power/run.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { Machine } from '../support/ratebook.ts';
import {
  dayBody,
  type Fault,
  reply,
  replyError,
  type SeenRequest,
  seriesBody,
  startService,
} from '../support/service.ts';
import { inWhole, seed } from '../support/whole.ts';

/** Of each kind of run. */
const cuts = inWhole(6, 4);

const [first, last] = ['2024-01-29', '2024-04-02'] as [Day, Day];
const days = [...eachDay(first, last)];
const together = 4;
const query = ['series', first, last, '-s', 'EUR', '-f', 'csv', '--concurrency', String(together), '--yes'];

type Rate = (day: Day) => number;
const rate: Rate = (day) => Number(day.replaceAll('-', '')) / 1e8;
const newer: Rate = (day) => Number(day.replaceAll('-', '')) / 1e7;
const eur = 'EUR' as Code;

const bodyOf = (first: Day, last: Day, rate: Rate) =>
  seriesBody(Object.fromEntries(Array.from(eachDay(first, last), (day) => [day, { EUR: rate(day), USD: 1 }])));

/** Answers with these rates; `seriesAllowed` as in a plan that has time series. */
const answering =
  (rateNow: () => Rate, seriesAllowed: boolean): Fault =>
  ({ path, query: { start, end } }, response) => {
    const [day] = /\d{4}-\d\d-\d\d/.exec(path) ?? [];
    if (day) reply(response, 200, dayBody({ EUR: rateNow()(day as Day), USD: 1 }));
    else if (seriesAllowed) reply(response, 200, bodyOf(start as Day, end as Day, rateNow()));
    else replyError(response, 403, 'not_allowed', 'time series');
  };

const rowOf = (day: Day, rate: Rate) => `${day},USD,EUR,${rate(day)}`;
const givenDays = days
  .map((day) =>
    `${JSON.stringify({ date: day, body: dayBody({ EUR: rate(day), USD: 1 }) })}\n`.replace(/"timestamp":\d+,/, ''),
  )
  .join('');

interface Kind {
  readonly args: readonly string[];
  readonly seriesAllowed?: boolean;
  /** What the machine has done before. */
  readonly before?: (machine: Machine, files: HeldFiles) => unknown;
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
      machine.write('given.ndjson', givenDays);
      makeFolders(files);
    },
    isImport: true,
  },
};

test.each(Object.keys(kinds))(
  `a power cut at any moment of %s takes nothing that was paid for, and no rate is wrong (seed ${seed})`,
  async (name) => {
    const kind = kinds[name] as Kind;
    let current = rate;
    const service = await startService(answering(() => current, kind.seriesAllowed ?? true));
    const machine = Machine.for(service.url);
    const files = new HeldFiles(machine, service.url);
    await kind.before?.(machine, files);
    current = kind.rate ?? rate;
    const run = await RecordedRun.of(machine, kind.args);
    expect(run.result.code).toBe(0);
    expect(run.replayed()).toEqual(run.after);

    const random = randomFrom(seed);
    for (let cut = 0; cut < cuts; cut++) {
      const after = momentIn(run, random);
      const about = `seed ${seed}, cut ${cut}, after ${after} of ${run.changes.length} changes`;
      const safe = after === run.changes.length ? new Set(days) : run.safeDays(after);
      run.cut(after, random);
      removeTornClaims(files);
      if (kind.rate) checkOlder(files, about);
      if (cut % 5 === 0) await checkOffline(machine, safe, [rate, current], about);
      const asked = service.requests.length;
      const { code, stdout, stderr } = await machine.run([...query, '-q']);
      const problems = kind.isImport ? stderr.replace(/^.* is damaged and was moved .*\n/gm, '') : stderr;
      expect({ code, problems }, about).toEqual({ code: 0, problems: '' });
      const again = service.requests.slice(asked).flatMap(daysOf);
      const arrived = files.aside('arrived').filter((name) => !name.endsWith('.tmp'));
      expect([again.filter((day) => safe.has(day)), arrived], about).toEqual([[], []]);
      checkRows(stdout, safe, rate, current, about);
      checkHeld(files, [rate, current], about);
      if (!kind.isImport) expect(files.aside('damaged'), about).toEqual([]);
      if (cut % 5 === 0) expect((await machine.run(['store', 'verify'])).code, about).toBe(0);
    }
  },
  300_000,
);

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

/** A day with other rates than before has those aside. */
function checkOlder(files: HeldFiles, about: string): void {
  const aside = new Set<string>();
  for (const name of files.aside('older').filter((name) => !name.endsWith('.tmp'))) {
    const day = name.slice(0, 10) as Day;
    const text = readFileSync(join(files.places.older, name), 'utf8');
    if (parseDayFile(text, day)?.rates.get(eur) === rate(day)) aside.add(day);
  }
  const isHeld = (day: Day) => parseDayFile(files.read(day), day)?.rates.get(eur) === rate(day);
  expect(
    days.filter((day) => !aside.has(day) && !isHeld(day)),
    about,
  ).toEqual([]);
}

function checkHeld(files: HeldFiles, rates: readonly Rate[], about: string): void {
  expect(files.days(), about).toEqual(days);
  for (const day of days) {
    const held = parseDayFile(files.read(day), day)?.rates.get(eur);
    expect(
      rates.map((rate) => rate(day)),
      about,
    ).toContain(held);
  }
}

/** New ones would take most of what is in them. */
function makeFolders({ places }: HeldFiles): void {
  for (const folder of [places.days, places.arrived]) mkdirSync(folder, { recursive: true });
}

/** A claim that does not say whose it is is waited for, for twenty seconds. */
function removeTornClaims(files: HeldFiles): void {
  const place = processMark().split('.')[2];
  for (const name of files.aside('claims').filter((name) => !name.endsWith('.tmp'))) {
    const path = join(files.places.claims, name);
    if (!readFileSync(path, 'utf8').endsWith(`.${place}`)) rmSync(path);
  }
}

/** All days, the safe ones with the newest rates. */
function checkRows(stdout: string, safe: ReadonlySet<Day>, older: Rate, newer: Rate, about: string): void {
  const rows = stdout.split('\n').slice(1, -1);
  const isRight = rows.map((row, at) => {
    const day = days[at] as Day;
    return row === rowOf(day, newer) || (row === rowOf(day, older) && !safe.has(day));
  });
  expect(isRight, about).toEqual(days.map(() => true));
}

async function checkOffline(
  machine: Machine,
  safe: ReadonlySet<Day>,
  rates: readonly Rate[],
  about: string,
): Promise<void> {
  const { stdout } = await machine.run([...query, '--offline', '-q']);
  const rows = stdout.split('\n').slice(1, -1);
  for (const row of rows) {
    const day = row.slice(0, 10) as Day;
    expect(
      rates.map((rate) => rowOf(day, rate)),
      about,
    ).toContain(row);
  }
  const shown = new Set(rows.map((row) => row.slice(0, 10)));
  expect(
    [...safe].filter((day) => !shown.has(day)),
    about,
  ).toEqual([]);
}

function daysOf({ path, query: { start, end } }: SeenRequest): Day[] {
  if (start) return [...eachDay(start as Day, end as Day)];
  return (/\d{4}-\d\d-\d\d/.exec(path) ?? []) as Day[];
}

function leave(files: HeldFiles, ...ranges: [Day, Day][]): void {
  for (const [first, last] of ranges) {
    const run = { first, last, length: [...eachDay(first, last)].length };
    const body = Buffer.from(JSON.stringify(bodyOf(first, last, rate)));
    new Inbox(files.places.arrived, Date.now).put({ wanted: 'range', run, came: Date.now() - 120_000, body });
  }
}
