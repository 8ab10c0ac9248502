import type { App } from '../app.ts';
import { countDays, type Day, dayAt } from '../calendar/day.ts';
import { type ExitCode, exit, failureIn } from '../errors.ts';
import type { Columns } from '../output/records.ts';
import { aligned } from '../output/table/records.ts';
import { type Listing, printing, printRecords } from '../run/output.ts';
import { type Run, startRun } from '../run/run.ts';
import { quotaRenewal, Refused, type Usage } from '../sources/source.ts';
import { count, escapeToAscii, grouped } from '../words.ts';
import { define, fromSource, records, reporting } from './options.ts';

export const usageCommand = define({
  name: 'usage',
  description: 'Your plan, and the requests used and left this month.',
  examples: [
    ['ratebook usage', 'what is left this month'],
    ['ratebook usage -f json', 'for a script'],
  ],
  options: [...fromSource, ...records, ...reporting],
  run: (app, options) => usage(options, app),
});

export async function usage(options: Listing, app: App): Promise<ExitCode> {
  const to = printing(options, 'table', app);
  const run = startRun(app, options);
  run.source.checkKey?.('--source ecb or bdi, which have no quota');

  const usage = run.source.isService ? await usageOf(run) : undefined;
  const now = app.host.now();
  if (usage) {
    const text = usageTable(usage, now);
    const { requests, quota, remaining, data } = usage;
    const row = [nameOf(usage), requests, quota, remaining, quotaRenewal(usage, now), projected(usage)];
    await printRecords({ columns: usageColumns, rows: [row], text, json: data }, to, app);
    return exit.ok;
  }

  if (to.format === 'table') app.reporter.note(`the ${run.source.name} has no quota: its rates are free`);
  else {
    const columns: Columns = { source: 'text', quota: 'integer?' };
    const json = { source: run.sourceName, quota: null };
    await printRecords({ columns, rows: [[run.sourceName, undefined]], json }, to, app);
  }
  return exit.ok;
}

async function usageOf(run: Run) {
  try {
    return await (await run.connect()).usage?.();
  } finally {
    await run.close();
  }
}

const usageColumns: Columns = {
  plan: 'text',
  used: 'integer',
  quota: 'integer?',
  left: 'integer?',
  renewal: 'date',
  projected: 'integer?',
};

function usageTable(usage: Usage, now: number): string {
  const { requests, quota, remaining } = usage;
  const isLimited = remaining !== undefined;
  const rows = [
    ['plan', nameOf(usage)],
    ['requests used', quota === undefined ? grouped(requests) : `${grouped(requests)} of ${grouped(quota)}`],
    ['requests left', isLimited ? grouped(remaining) : 'unlimited'],
  ];

  const renewal = quotaRenewal(usage, now);
  const wait = count(countDays(dayAt(now), renewal) - 1, 'day');
  if (isLimited) rows.push(['quota resets', `${dayInWords(renewal)}, in ${wait}`]);

  const byThen = projected(usage);
  if (byThen !== undefined)
    rows.push([isLimited ? 'projected by then' : 'projected this month', count(byThen, 'request')]);
  return aligned(rows);
}

function planLine(usage: Usage, now: number) {
  const { quota, remaining } = usage;
  const plan = `${nameOf(usage)} plan`;
  if (remaining === undefined) return `${plan}, unlimited requests`;

  const left = quota === undefined ? '' : `${grouped(remaining)} of `;
  const renewal = dayInWords(quotaRenewal(usage, now));
  return `${plan}, ${left}${count(quota ?? remaining, 'request')} left until ${renewal}`;
}

const nameOf = ({ subscription }: Usage) => escapeToAscii(subscription.slice(0, 60));

function dayInWords(day: Day) {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
}

/** Requests by the end of the quota's month at the rate so far. */
function projected({ requests, daysElapsed, daysRemaining }: Usage) {
  if (daysElapsed === undefined || daysRemaining === undefined || daysElapsed <= 0) return undefined;
  return Math.round((requests / daysElapsed) * (daysElapsed + daysRemaining));
}

/** Reports the plan of a key that was just saved, by one free request. @throws only if interrupted */
export async function notePlan(appId: string, app: App): Promise<void> {
  const { host, reporter } = app;
  try {
    const usage = await usageOf(startRun(app, { settings: { app_id: appId } }));
    reporter.note(`saved; ${usage ? planLine(usage, host.now()) : 'there is no quota'}`);
  } catch (error) {
    if (host.signal.aborted) reporter.note('saved; not checked');
    host.signal.throwIfAborted();
    const { message } = failureIn(error);
    const isRefused = error instanceof Refused && error.kind === 'key';
    reporter.problem(`saved, but ${isRefused ? '' : 'it could not be checked: '}${message}`);
  }
}
