import type { App } from '../../app.ts';
import { addDays, type Day, dayAt, firstDay } from '../../calendar/day.ts';
import { resolveDay } from '../../calendar/ranges.ts';
import { type ExitCode, exit, Failure, forUser } from '../../errors.ts';
import type { Columns } from '../../output/records.ts';
import { type CheckFinding, checkDays, compareDays, leastStale } from '../../rates/checks.ts';
import { type DayRates, pivotIn, relativeTo } from '../../rates/day-rates.ts';
import { plain } from '../../rates/decimal.ts';
import { inTurn, openStore, sourceNamed } from '../../run/days.ts';
import { printing, printRecords } from '../../run/output.ts';
import { startNamedRun } from '../../run/run.ts';
import type { Source } from '../../sources/source.ts';
import { type SourceName, sourceNames, sources } from '../../sources/table.ts';
import type { Store } from '../../store/store.ts';
import { count, either } from '../../words.ts';
import type { CheckOptions } from './store.ts';

export async function storeCheck(app: App, options: CheckOptions): Promise<ExitCode> {
  const { against, since: sinceText, threshold = against ? 5 : 25 } = options;
  const to = printing(options, 'table', app);
  const since = sinceText === undefined ? firstDay : resolveDay(sinceText, app.host.now());

  const run = startNamedRun(app, options);
  if (run.sourceName === against)
    throw new Failure(
      'options_conflict',
      `--against ${against}: that is the same source`,
      `--source ${either(sourceNames.filter((name) => name !== against))}`,
    );
  const store = openStore(run);
  const stored = store.days();
  const counts: string[] = [];
  let bounds = `jumps from ${threshold}%, standstill from ${count(leastStale, 'weekday')}`;
  let found: readonly CheckFinding[];
  if (against) {
    const source = sourceNamed(against, run);
    const other = openStore({ ...run, source, alternative: false });
    refuseEmpty(other, against, source);
    refuseEmpty(store, run.sourceName, run.source);
    const compared = await compareDays(pairsOf(stored, store, other, app), threshold / 100);
    found = compared.findings;
    counts.push(count(compared.pairs, 'pair'));
    if (compared.median !== undefined) counts.push(`the median ${(compared.median * 100).toFixed(2)}% apart`);
    bounds = `from ${threshold}% apart`;
  } else found = await checkDays(daysOf(stored, store, app), threshold / 100);

  const items = found.filter(({ end = since }) => end >= since);
  const rows = items.map((item) => {
    const { kind, codes, start, end, figures } = item;
    if (to.format === 'table') return tableRowOf(item, against);
    return [kind, codes.join(' '), start, end, figures];
  });
  await printRecords({ columns, rows }, to, run);
  const checked = count(stored.length - store.damaged.size, 'day');
  const findings = count(items.length, 'finding') + (sinceText === undefined ? '' : ` since ${since}`);
  run.reporter.note(`${[`${checked} checked`, ...counts, findings].join(', ')}; ${bounds}`);
  return items.length > 0 ? exit.partial : exit.ok;
}

/** A comparison with nothing would find nothing. */
function refuseEmpty(store: Store, name: SourceName, { calendar: { first = firstDay } }: Source) {
  if (store.days().length > 0) return;
  const archive = forUser('archive', '--source', name, '--since', first);
  throw new Failure('nothing_stored', `nothing of ${sources[name].is} is stored`, archive);
}

/** Stored days, and the provisional ones after them. */
async function* daysOf(stored: readonly Day[], store: Store, app: App): AsyncGenerator<DayRates> {
  for await (const day of inTurn('checking', stored, app)) {
    const rates = store.read(day);
    if (rates) yield rates;
  }
  const today = dayAt(app.host.now());
  const newest = stored.at(-1) ?? firstDay;
  for (const day of [addDays(today, -1), today]) {
    const rates = day > newest ? store.state.provisional(day)?.rates : undefined;
    if (rates) yield { ...rates, dropped: undefined };
  }
}

/** Stored days of both, relative to the same currency. */
async function* pairsOf(stored: readonly Day[], ours: Store, theirs: Store, app: App) {
  for await (const day of inTurn('checking', stored, app)) {
    const rates = ours.read(day);
    const other = rates && theirs.read(day);
    if (rates) yield [rates, other && relativeTo(other, pivotIn(rates))] as const;
  }
}

const columns: Columns = {
  kind: 'text',
  code: 'text',
  start: 'date',
  end: { kind: 'date', narrow: 'left out' },
  figures: { kind: 'json', narrow: 'left out' },
};

/** For people: names two codes. @param against the source whose rates the findings differ from */
function tableRowOf(finding: CheckFinding, against?: SourceName) {
  const { kind, codes, start, end = 'open' } = finding;
  const shown = codes.length > 2 ? `${codes[0]} +${codes.length - 1}` : codes.join(', ');
  return [kind, shown, start, start === end ? '' : end, figuresOf(finding, against)];
}

function figuresOf({ kind, figures: [first = 0, second = 0] }: CheckFinding, against?: SourceName) {
  if (kind === 'vanished') return count(first, 'day');
  if (kind === 'zero' || kind === 'stale')
    return `${plain(first)} on ${count(second, kind === 'zero' ? 'day' : 'weekday')}`;
  if (kind === 'differs') return `${plain(first)}, ${plain(second)} at ${against}`;
  return `${plain(first)}, then ${plain(second)}`;
}
