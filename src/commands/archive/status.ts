import { type Day, dayAt, eachDay } from '../../calendar/day.ts';
import { type Calendar, publishedBetween } from '../../calendar/publishing.ts';
import { type DayRun, groupsOf, runOver, runsInWords } from '../../calendar/runs.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import { forUser } from '../../hint.ts';
import { prettyJson } from '../../json.ts';
import { aligned } from '../../output/table/records.ts';
import type { Run } from '../../run/run.ts';
import { openStore } from '../../run/stores.ts';
import type { Remembered } from '../../store/remembered.ts';
import { count, escapeControls, grouped, wrap } from '../../words.ts';
import { holesIn } from '../store/info.ts';
import {
  daysSince,
  extentOf,
  hasFailed,
  type LastRun,
  type Memory,
  type Standing,
  standingOf,
} from './state.ts';

interface Status extends Standing {
  /** The first day of the archive; undefined if none is stored or remembered. */
  readonly since: Day | undefined;
  /** The first and the newest stored day. */
  readonly first: Day | undefined;
  readonly newest: Day | undefined;
  /** `2 holes of 698 days` between the two; empty if there is none. */
  readonly holes: string;
  readonly last: LastRun | undefined;
  /** The day of the quota that days wait for; undefined if they wait for the next run. */
  readonly until: Day | undefined;
  readonly calendar: Calendar;
}

/** Asks and writes nothing. */
export async function printStatus(memory: Memory, run: Run, format = 'table'): Promise<ExitCode> {
  const status = await statusOf(memory, run);
  const { stdout } = run.host;
  if (format === 'json') stdout.write(`${prettyJson(inJson(status))}\n`);
  else stdout.write(inWords(status, stdout.columns || 120));

  const problems = problemsOf(status);
  for (const problem of problems) run.reporter.problem(problem);
  return problems.length > 0 ? exit.partial : exit.ok;
}

async function statusOf(memory: Memory, run: Run): Promise<Status> {
  const store = openStore(run);
  const { calendar } = run.source;
  const publishing = { calendar, now: run.clock.now() };
  const files = await store.days();
  const stored = new Set(files);
  const last = lastRunIn(memory.lastRun);
  const extent = extentOf(memory, files, publishing);
  const { since, newest } = extent;
  const first = files[0];
  const days = since ? daysSince(since, store, publishing) : [];
  const isKnownGap = (day: Day) => store.state.isDoubtful(day);
  const isHeldOrGap = (day: Day) => stored.has(day) || isKnownGap(day);
  const whole = first && newest ? [...eachDay(first, newest)] : [];
  const holes = holesInWords(holesIn(whole.filter(isHeldOrGap), run.source));
  const { until } = last ?? {};
  return {
    ...extent,
    first,
    holes,
    last,
    until: until && until > dayAt(publishing.now) ? until : undefined,
    calendar,
    ...standingOf(days, { store, isKnownGap }, { ...extent, ...publishing }),
  };
}

/** @throws Failure if the file is damaged, so that it is not taken for a success */
function lastRunIn(file: Remembered<LastRun>): LastRun | undefined {
  const last = file.read();
  if (!last && file.text() !== undefined)
    throw new Failure(
      'damaged',
      `${file.path} is damaged: it does not say how the last run ended`,
      forUser('archive').in((line) => `the next run writes it again: ${line}`),
    );
  return last;
}

function inJson({ since, first, newest, last, until, gaps, waiting, behind }: Status) {
  return {
    since: since ?? null,
    first: first ?? null,
    newest: newest ?? null,
    behind: behind.length,
    gaps,
    waiting: { days: waiting.length, until: (waiting.length > 0 && until) || null },
    last_run: last ? { at: last.at, code: last.code, error: last.error } : null,
    last_success: last?.success ?? null,
    left: last?.left ?? null,
  };
}

function inWords(
  { since, first, newest, holes, last, until, gaps, waiting, behind, calendar }: Status,
  width: number,
): string {
  const waits = `${daysNamed(waiting, calendar)}, until ${until ?? 'the next run'}`;
  const rows = [
    ['since', since ?? 'no day yet'],
    ['stored', first ? [`${first} to ${newest}`, holes].filter(Boolean).join(', ') : 'nothing'],
    [
      'state',
      since === undefined ? '' : behind.length > 0 ? `behind ${daysNamed(behind, calendar)}` : 'up to date',
    ],
    ['gaps', daysNamed(gaps, calendar)],
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
  const runs = groupsOf(days, (last, next) => publishedBetween(last, next, calendar).length === 0).map(
    runOver,
  );
  return days.length > 0 ? `${count(days.length, 'day')}: ${runsInWords(runs, mostNamed)}` : '';
}

function holesInWords(holes: readonly DayRun[]): string {
  const days = holes.reduce((sum, { length }) => sum + length, 0);
  if (days === 0) return '';
  return `${count(holes.length, 'hole')} of ${count(days, 'day')}: ${runsInWords(holes, mostNamed)}`;
}

const timeInWords = (time: string | null) => (time ? `${time.slice(0, 16).replace('T', ' ')} UTC` : 'never');

function leftInWords({ left, renewal }: Partial<LastRun> = {}): string {
  if (left === undefined) return '';
  return renewal ? `${grouped(left)}, until ${renewal}` : grouped(left);
}

function failureOf(run: LastRun): string[] {
  if (!hasFailed(run)) return [];
  const why = run.error ? `: ${escapeControls(run.error)}` : '';
  return [`failed with ${run.code}${why}`];
}
