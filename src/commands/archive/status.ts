import { type Day, dayAt, eachDay } from '../../calendar/day.ts';
import { type Calendar, publishedBetween } from '../../calendar/publishing.ts';
import { groupsOf, runOver, runsInWords } from '../../calendar/runs.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { prettyJson } from '../../json.ts';
import { aligned } from '../../output/table/records.ts';
import type { Run } from '../../run/run.ts';
import { openStore } from '../../run/stores.ts';
import type { Store } from '../../store/store.ts';
import { count, escapeControls, grouped, wrap } from '../../words.ts';
import { holesIn } from '../store/info.ts';
import { type ArchiveState, hasFailed, type LastRun, type Standing, standingOf } from './state.ts';

interface Status extends Standing {
  /** The first stored day. */
  readonly first: Day | undefined;
  /** `2 holes of 698 days` between the first and the newest stored day; empty if there is none. */
  readonly holes: string;
  readonly last: LastRun | undefined;
  /** The day of the quota that days wait for; undefined if they wait for the next run. */
  readonly until: Day | undefined;
  readonly calendar: Calendar;
}

/** Asks and writes nothing. */
export function printStatus({ lastRun: last, ...state }: ArchiveState, run: Run, format = 'table'): ExitCode {
  const { stdout } = run.host;
  const { calendar } = run.source;
  const store = openStore(run);
  const standing = standingOf({ ...state, lastRun: last }, store, run);
  const { until } = last ?? {};
  const status: Status = {
    ...standing,
    first: store.days()[0],
    holes: holesInWords(store, run),
    last,
    until: until && until > dayAt(run.clock.now()) ? until : undefined,
    calendar,
  };

  if (format === 'json') stdout.write(`${prettyJson(inJson(status))}\n`);
  else stdout.write(inWords(status, stdout.columns || 120));

  const problems = problemsOf(status);
  for (const problem of problems) run.reporter.problem(problem);
  return problems.length > 0 ? exit.partial : exit.ok;
}

function holesInWords(store: Store, { source }: Run): string {
  const days = store.days();
  const [first] = days;
  const newest = days.at(-1);
  if (!first || !newest) return '';
  const stored = new Set(days);
  const isKnown = (day: Day) => stored.has(day) || store.state.isDoubtful(day);
  const holes = holesIn([...eachDay(first, newest)].filter(isKnown), source);
  const lacking = holes.reduce((sum, { length }) => sum + length, 0);
  if (lacking === 0) return '';
  return `${count(holes.length, 'hole')} of ${count(lacking, 'day')}: ${runsInWords(holes, mostNamed)}`;
}

function inJson({ since, first, newest, last, until, unavailable, waiting, behind }: Status) {
  return {
    since: since ?? null,
    first: first ?? null,
    newest: newest ?? null,
    behind: behind.length,
    gaps: unavailable,
    waiting: { days: waiting.length, until: (waiting.length > 0 && until) || null },
    last_run: last ? { at: last.at, code: last.code, error: last.error } : null,
    last_success: last?.success ?? null,
    left: last?.left ?? null,
  };
}

function inWords(status: Status, width: number): string {
  const { since, first, newest, holes, last, until, unavailable, waiting, behind, calendar } = status;
  const state = behind.length > 0 ? `behind ${daysNamed(behind, calendar)}` : 'up to date';
  const waits = `${daysNamed(waiting, calendar)}, until ${until ?? 'the next run'}`;
  const rows = [
    ['since', since ?? 'no day yet'],
    ['stored', first ? [`${first} to ${newest}`, holes].filter(Boolean).join(', ') : 'nothing'],
    ['state', since === undefined ? '' : state],
    ['gaps', daysNamed(unavailable, calendar)],
    ['waiting', waiting.length > 0 ? waits : ''],
    ['last run', last ? [timeInWords(last.at), ...failureOf(last)].join(', ') : 'never'],
    ['last success', last && last.success !== last.at ? timeInWords(last.success) : ''],
    ['requests left', leftInWords(last)],
  ].filter(([, text]) => text !== '');

  const most = Math.max(20, width - 'requests left  '.length);
  const linesOf = ([name = '', text = '']: readonly string[]) =>
    wrap(text, most).map((line, at) => [at === 0 ? name : '', line]);
  return aligned(rows.flatMap(linesOf));
}

function problemsOf({ newest, last, behind, calendar }: Status): string[] {
  if (!newest && !last) return ['nothing is stored, and the archive has never run'];
  const lacking = behind.length > 0 ? [`the archive lacks ${daysNamed(behind, calendar)}`] : [];
  return [...lacking, ...(last ? failureOf(last) : []).map((failure) => `the last run ${failure}`)];
}

const mostNamed = 5;

/** Days on which the source publishes nothing part no run. */
function daysNamed(days: readonly Day[], calendar: Calendar): string {
  if (days.length === 0) return '';
  const isNext = (last: Day, next: Day) => publishedBetween(last, next, calendar).length === 0;
  return `${count(days.length, 'day')}: ${runsInWords(groupsOf(days, isNext).map(runOver), mostNamed)}`;
}

const timeInWords = (time: string | null) => (time ? `${time.slice(0, 16).replace('T', ' ')} UTC` : 'never');

function leftInWords({ left, renewal }: Partial<LastRun> = {}): string {
  if (left === undefined) return '';
  return renewal ? `${grouped(left)}, until ${renewal}` : grouped(left);
}

function failureOf(run: LastRun): string[] {
  if (!hasFailed(run)) return [];
  return [`failed with ${run.code}${run.error ? `: ${escapeControls(run.error)}` : ''}`];
}
