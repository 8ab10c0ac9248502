import type { App } from '../../app.ts';
import { addDays, type Day, dayAt, firstDay } from '../../calendar/day.ts';
import { resolveDay } from '../../calendar/ranges.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { forUser } from '../../hint.ts';
import type { Column } from '../../output/records.ts';
import {
  type CheckFinding,
  type ComparedDays,
  checkDays,
  compareDays,
  leastStale,
} from '../../rates/checks.ts';
import { type DayRates, relativeTo, sideIn } from '../../rates/day-rates.ts';
import { plain } from '../../rates/decimal.ts';
import { inTurn } from '../../run/in-turn.ts';
import { printing, printRecords } from '../../run/output.ts';
import { type Run, startNamedRun, startRun } from '../../run/run.ts';
import { sourceNamed } from '../../run/sources.ts';
import { openStore } from '../../run/stores.ts';
import { type SourceName, serviceName, sourceNames, sources } from '../../sources/table.ts';
import type { Store } from '../../store/store.ts';
import { count, either } from '../../words.ts';
import type { CheckOptions } from './store.ts';

export async function storeCheck(options: CheckOptions, app: App): Promise<ExitCode> {
  const { against, since: sinceText, threshold = against ? 5 : 25 } = options;
  const to = printing(options, 'table', app);
  const since = sinceText === undefined ? firstDay : resolveDay(sinceText, app.host.now());

  const run = await startCheck(options, app);
  const store = openStore(run);
  const source = against && sourceNamed(against, run);
  const other = source && openStore({ ...run, source, alternative: false });
  if (other) {
    refuseEmpty(other, against, source.calendar.first);
    refuseEmpty(store, run.sourceName, run.source.calendar.first);
  }
  const stored = store.days();
  let checked = 0;

  async function* daysOf(): AsyncGenerator<DayRates> {
    for await (const day of inTurn('checking', stored, app)) {
      const rates = store.read(day);
      if (!rates) continue;
      checked++;
      yield rates;
    }
  }
  async function* withProvisional(): AsyncGenerator<DayRates> {
    yield* daysOf();
    for (const day of provisionalDays(stored, app)) {
      const rates = store.provisional(day);
      if (rates) yield { ...rates, dropped: undefined };
    }
  }
  async function* pairsWith(theirs: Store): AsyncGenerator<readonly [DayRates, DayRates | undefined]> {
    for await (const day of daysOf()) yield [day, theirsOf(day, theirs)];
  }

  const compared = other && (await compareDays(pairsWith(other), threshold / 100));
  const found = compared?.findings ?? (await checkDays(withProvisional(), threshold / 100));
  const findings = found.filter(({ end = since }) => end >= since);
  const isTable = to.format === 'table';
  const rows = findings.map((finding) => (isTable ? tableRowOf(finding, against) : rowOf(finding)));
  await printRecords({ columns, rows }, to, run);

  const counts = [
    `${count(checked, 'day')} checked`,
    ...(compared ? pairsIn(compared) : []),
    `${count(findings.length, 'finding')}${sinceText === undefined ? '' : ` since ${since}`}`,
  ];
  const bounds = other
    ? `from ${threshold}% apart`
    : `jumps from ${threshold}%, standstill from ${count(leastStale, 'weekday')}`;
  run.reporter.note(`${counts.join(', ')}; ${bounds}`);
  return findings.length > 0 ? exit.partial : exit.ok;
}

/** A configured source that would be compared with itself gives way to the service; a typed one does not. */
async function startCheck(options: CheckOptions, app: App): Promise<Run> {
  const { source, against } = options;
  if (!against || startRun(app, { source }).sourceName !== against) return startNamedRun(app, options);
  if (source === undefined && against !== serviceName)
    return startRun(app, { ...options, source: serviceName });

  const others = sourceNames.filter((name) => name !== against);
  const message = `--against ${against}: nothing differs from itself`;
  throw new Failure('options_conflict', message, `--source ${either(others)}`);
}

/** A comparison with nothing would find nothing. */
function refuseEmpty(store: Store, name: SourceName, first: Day = firstDay): void {
  if (store.days().length > 0) return;
  const archive = forUser('archive', '--source', name, '--since', first);
  throw new Failure('nothing_stored', `nothing of ${sources[name].is} is stored`, archive);
}

/** Days that are not over, and later than the stored ones. */
function provisionalDays(stored: readonly Day[], { host }: App): readonly Day[] {
  const today = dayAt(host.now());
  return [addDays(today, -1), today].filter((day) => day > (stored.at(-1) ?? firstDay));
}

/** Relative to the same currency. */
function theirsOf(day: DayRates, other: Store): DayRates | undefined {
  const theirs = other.read(day.day);
  return theirs && relativeTo(theirs, sideIn(day));
}

function pairsIn({ median, pairs }: ComparedDays): readonly string[] {
  const apart = median === undefined ? [] : [`the median ${(median * 100).toFixed(2)}% apart`];
  return [count(pairs, 'pair'), ...apart];
}

const columns: readonly Column[] = [
  { name: 'kind', kind: 'text' },
  { name: 'code', kind: 'text' },
  { name: 'start', kind: 'date' },
  { name: 'end', kind: 'date', narrow: 'left out' },
  { name: 'figures', kind: 'json', narrow: 'left out' },
];

const rowOf = ({ kind, codes, start, end, figures }: CheckFinding) => [
  kind,
  codes.join(' '),
  start,
  end,
  figures,
];

/** For people: names two codes. @param against the source whose rates the findings differ from */
function tableRowOf(finding: CheckFinding, against?: SourceName) {
  const { kind, codes, start, end = 'open' } = finding;
  const shown = codes.length > 2 ? `${codes[0]} +${codes.length - 1}` : codes.join(', ');
  return [kind, shown, start, start === end ? '' : end, figuresOf(finding, against)];
}

function figuresOf({ kind, figures: [first = 0, second = 0] }: CheckFinding, against?: SourceName): string {
  if (kind === 'vanished') return count(first, 'day');
  if (kind === 'zero') return `0 on ${count(second, 'day')}`;
  if (kind === 'stale') return `${plain(first)} on ${count(second, 'weekday')}`;
  if (kind === 'differs') return `${plain(first)}, ${plain(second)} at ${against}`;
  return `${plain(first)}, then ${plain(second)}`;
}
