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
import { type ArchiveState, hasFailed, type LastRun, standingOf } from './state.ts';

type Status = ReturnType<typeof statusOf>;

/** Asks and writes nothing. */
export function printStatus(state: ArchiveState, run: Run, format = 'table'): ExitCode {
  const { stdout } = run.host;
  const status = statusOf(state, run);
  if (format === 'json') stdout.write(`${prettyJson(inJson(status))}\n`);
  else stdout.write(inWords(status, stdout.columns || 120));

  const problems = problemsOf(status);
  for (const problem of problems) run.reporter.problem(problem);
  return problems.length > 0 ? exit.partial : exit.ok;
}

function statusOf(state: ArchiveState, run: Run) {
  const store = openStore(run);
  const { until } = state.lastRun ?? {};
  return {
    ...standingOf(state, store, run),
    /** The first stored day. */
    first: store.days()[0],
    holes: holesInWords(store, run),
    last: state.lastRun,
    /** The day of the quota that days wait for; undefined if they wait for the next run. */
    until: until && until > dayAt(run.clock.now()) ? until : undefined,
    calendar: run.source.calendar,
  };
}

/** `2 holes of 698 days` between the first and the newest stored day; empty if there is none. */
function holesInWords(store: Store, { source }: Run): string {
  const stored = store.names();
  const [first, newest = first] = [store.days()[0], store.days().at(-1)];
  if (!first || !newest) return '';
  const isKnown = (day: Day) => stored.has(day) || store.state.isDoubtful(day);
  const holes = holesIn([...eachDay(first, newest)].filter(isKnown), source);
  const missing = holes.reduce((sum, { length }) => sum + length, 0);
  if (missing === 0) return '';
  return `${count(holes.length, 'hole')} of ${count(missing, 'day')}: ${runsInWords(holes, mostNamed)}`;
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

  const room = Math.max(20, width - 'requests left  '.length);
  const linesOf = ([name = '', text = '']: readonly string[]) =>
    wrap(text, room).map((line, at) => [at === 0 ? name : '', line]);
  return aligned(rows.flatMap(linesOf));
}

function problemsOf({ newest, last, behind, calendar }: Status) {
  if (!newest && !last) return ['nothing is stored, and the archive has never run'];
  const lacking = behind.length > 0 ? [`the archive lacks ${daysNamed(behind, calendar)}`] : [];
  return [...lacking, ...(last ? failureOf(last) : []).map((failure) => `the last run ${failure}`)];
}

const mostNamed = 5;

/** Days on which the source publishes nothing part no run. */
function daysNamed(days: readonly Day[], calendar: Calendar) {
  if (days.length === 0) return '';
  const isNext = (last: Day, next: Day) => publishedBetween(last, next, calendar).length === 0;
  return `${count(days.length, 'day')}: ${runsInWords(groupsOf(days, isNext).map(runOver), mostNamed)}`;
}

const timeInWords = (time: string | null) => (time ? `${time.slice(0, 16).replace('T', ' ')} UTC` : 'never');

function leftInWords({ left, renewal }: Partial<LastRun> = {}) {
  if (left === undefined) return '';
  return renewal ? `${grouped(left)}, until ${renewal}` : grouped(left);
}

function failureOf(run: LastRun) {
  if (!hasFailed(run)) return [];
  return [`failed with ${run.code}${run.error ? `: ${escapeControls(run.error)}` : ''}`];
}
