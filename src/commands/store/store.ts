import { dirname, join } from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Day } from '../../calendar/day.ts';
import { type DayRun, daysInWords } from '../../calendar/runs.ts';
import { storeOf } from '../../config/settings.ts';
import { type ExitCode, exit, Failure, failed } from '../../errors.ts';
import type { Column, Look } from '../../output/columns.ts';
import type { RecordsFormat } from '../../output/records.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { jsonText } from '../../rates/json.ts';
import { tellDropped } from '../../report/kept.ts';
import type { Cli } from '../../run/host.ts';
import type { Listing, Output } from '../../run/output.ts';
import { printing, printRecords } from '../../run/records.ts';
import { openStore, type Run, startRun } from '../../run/run.ts';
import { storedKinds } from '../../store/places.ts';
import { Store } from '../../store/store.ts';
import { count, grouped } from '../../words.ts';
import { holesIn, type Stored, storedColumns, storedText } from './stored.ts';

export function storePath(cli: Cli): ExitCode {
  const { settings, source } = startRun(cli);
  cli.host.stdout.write(`${join(storeOf(settings.store.value, cli.host), source.folder)}\n`);
  return exit.ok;
}

/** For each service and kind of days; unreadable files are named, not counted. */
export async function storeInfo(output: Output<RecordsFormat>, cli: Cli): Promise<ExitCode> {
  const to = printing(output, 'table', cli);
  const run = startRun(cli);
  const items: Stored[] = [];
  for (const { name, store } of await stores(run)) {
    const days: Day[] = [];
    const unreadable: Day[] = [];
    let bytes = 0;
    for (const day of await store.days()) {
      const size = store.sizeOf(day);
      if (size === 'unreadable') unreadable.push(day);
      else if (size !== undefined) {
        days.push(day);
        bytes += size;
      }
    }
    if (unreadable.length > 0) run.reporter.problem(`${name}: cannot be read: ${daysInWords(unreadable)}`);
    if (days.length > 0) items.push({ name, days, bytes });
  }
  const table = (look: Look) =>
    items.map((stored) => storedText(stored, look)).join('\n') || 'no days are stored\n';
  await printRecords({ columns: storedColumns, items, table }, to, cli);
  return exit.ok;
}

interface BadDay {
  /** `openexchangerates.org/api/historical` */
  readonly store: string;
  readonly day: Day;
  readonly is: 'damaged' | 'unreadable';
}

const badDayColumns: readonly Column<BadDay>[] = [
  { name: 'store', kind: 'text', of: ({ store }) => store },
  { name: 'day', kind: 'date', of: ({ day }) => day },
  { name: 'is', kind: 'text', of: ({ is }) => is },
];

/** @throws Failure if any day is damaged or unreadable */
export async function storeVerify(output: Output<RecordsFormat>, cli: Cli): Promise<ExitCode> {
  const to = printing(output, 'table', cli);
  const run = startRun(cli);
  let whole = 0;
  const bad: BadDay[] = [];
  const found = await stores(run, (store, day) => bad.push({ store, day, is: 'damaged' }));
  for (const { name, store } of found) {
    const incomplete: DayRates[] = [];
    for (const day of await store.days()) {
      await letOthersRun();
      run.host.signal.throwIfAborted();
      try {
        const held = store.read(day);
        if (!held) continue;
        whole++;
        if (held.dropped) incomplete.push({ ...held, rates: new Map() });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        run.reporter.problem(error.message);
        bad.push({ store: name, day, is: 'unreadable' });
      }
    }
    // a rate that the service did not send is not damage
    const note = (line: string) => run.reporter.note(`${name}: ${line}; --refresh tries again`);
    tellDropped(incomplete, { problem: note });
  }
  const days = whole + bad.length;
  const records = {
    columns: badDayColumns,
    items: bad,
    table: () => (bad.length > 0 ? '' : `${count(days, 'day')} read, none damaged\n`),
    json: () => `${jsonText({ days, damaged: bad.map(({ day }) => day) }, true)}\n`,
  };
  await printRecords(records, to, cli);
  if (bad.length === 0) return exit.ok;
  const has = (kind: BadDay['is']) => bad.some(({ is }) => is === kind);
  throw failed(
    `${grouped(bad.length)} of ${count(days, 'stored day')} ${has('unreadable') ? 'damaged or unreadable' : 'damaged'}`,
    ...(has('damaged') ? ['ask for a damaged day, and it is fetched again'] : []),
  );
}

/** All stores, not only that of the configured service. */
async function stores(
  { settings, places, host, reporter, source }: Run,
  onDamaged: (name: string, day: Day) => void = () => {},
): Promise<{ name: string; store: Store }[]> {
  const kinds = await storedKinds(storeOf(settings.store.value, host), places.state, host.signal).catch(
    (error) => {
      if (!(error instanceof Failure)) throw error;
      throw error.hinting('the store must be a folder: ratebook config get store');
    },
  );
  return kinds.map(({ name, places }) => ({
    name,
    store: new Store({
      places,
      pivot: dirname(name) === source.folder ? source.pivot : undefined,
      now: host.now,
      onDamaged: (day, movedTo) => {
        reporter.problem(`${name}: the file of ${day} is damaged and was moved to ${movedTo}`);
        onDamaged(name, day);
      },
    }),
  }));
}

const columns: readonly Column<DayRun>[] = [
  { name: 'start', kind: 'date', of: ({ first }) => first },
  { name: 'end', kind: 'date', of: ({ last }) => last },
  {
    name: 'days',
    kind: 'integer',
    of: ({ length }) => length,
    table: { text: (run) => count(run.length, 'day') },
  },
];

export async function storeHoles({ alternative, demo, output }: Listing, cli: Cli): Promise<ExitCode> {
  const to = printing(output, 'table', cli);
  const run = startRun(cli, { demo });
  const store = openStore(run, alternative);
  const days = await store.days();
  const holes = holesIn(days);
  if (holes.length === 0) run.reporter.note(days.length > 0 ? 'no holes' : 'no days are stored');
  await printRecords({ columns, items: holes, headless: true }, to, cli);
  return exit.ok;
}
