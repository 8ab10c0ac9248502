import { type Day, dayAt, groupsOf, runOver, runsInWords } from '../../calendar/day.ts';
import { publishedBetween } from '../../calendar/publishing.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { prettyJson } from '../../json.ts';
import { aligned } from '../../output/table/records.ts';
import { openStore } from '../../run/days.ts';
import type { Run } from '../../run/run.ts';
import { count, escapeControls, grouped } from '../../words.ts';
import { type ArchiveState, backlogOf, hasFailed } from './state.ts';

type Status = ReturnType<typeof statusOf>;

/** Asks and writes nothing. */
export function printStatus(state: ArchiveState, run: Run, format = 'table'): ExitCode {
  const status = statusOf(state, run);
  const { newest, last, failure, behind } = status;
  run.host.stdout.write(format === 'json' ? `${prettyJson(inJson(status))}\n` : inWords(status, run));

  const problems = [
    newest || last ? '' : 'nothing is stored, and the archive has never run',
    behind.length > 0 ? `the archive lacks ${daysNamed(behind, run)}` : '',
    failure && `the last run ${failure}`,
  ].filter(Boolean);
  for (const problem of problems) run.reporter.problem(problem);
  return problems.length > 0 ? exit.partial : exit.ok;
}

function statusOf(state: ArchiveState, run: Run) {
  const store = openStore(run);
  const { last_run: last } = state;
  const until = last?.until;
  const error = last?.error ? `: ${escapeControls(last.error)}` : '';
  return {
    ...backlogOf(state, store, run),
    /** The first stored day. */
    first: store.days()[0],
    last,
    failure: last && hasFailed(last.code) ? `failed with ${last.code}${error}` : '',
    /** The day of the quota that days wait for; undefined if they wait for the next run. */
    until: until && until > dayAt(run.clock.now()) ? until : undefined,
  };
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

function inWords(status: Status, run: Run): string {
  const { since, first, newest, last, failure, until, unavailable, waiting, behind } = status;
  const holes = waiting.filter((day) => first && day > first);
  const inHoles = `, ${count(runsOf(holes, run).length, 'hole')} of ${daysNamed(holes, run)}`;
  const { left, renewal } = last ?? {};
  const rows = [
    ['since', since ?? 'no day yet'],
    ['stored', first ? `${first} to ${newest}${holes.length > 0 ? inHoles : ''}` : 'nothing'],
    ['state', since && (behind.length > 0 ? `behind ${daysNamed(behind, run)}` : 'up to date')],
    ['gaps', unavailable.length > 0 && daysNamed(unavailable, run)],
    ['waiting', waiting.length > 0 && `${daysNamed(waiting, run)}, until ${until ?? 'the next run'}`],
    ['last run', last ? `${timeInWords(last.at)}${failure && `, ${failure}`}` : 'never'],
    ['last success', last && last.success !== last.at && timeInWords(last.success)],
    ['requests left', left !== undefined && `${grouped(left)}${renewal ? `, until ${renewal}` : ''}`],
  ] as const;
  return aligned(rows.flatMap(([name, text]) => (text ? [[name, text]] : [])));
}

const mostNamed = 5;

/** Days on which the source publishes nothing part no run. */
const runsOf = (days: readonly Day[], { source }: Run) =>
  groupsOf(days, (last, next) => publishedBetween(last, next, source.calendar).length === 0).map(runOver);

const daysNamed = (days: readonly Day[], run: Run) =>
  `${count(days.length, 'day')}: ${runsInWords(runsOf(days, run), mostNamed)}`;

const timeInWords = (time: string | null) => (time ? `${time.slice(0, 16).replace('T', ' ')} UTC` : 'never');
