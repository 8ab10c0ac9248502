import { countDays, type Day, dayAt } from '../../calendar/day.ts';
import type { Column } from '../../output/records.ts';
import { aligned } from '../../output/table/records.ts';
import { quotaRenewal, type Usage } from '../../sources/source.ts';
import { count, escapeToAscii, grouped } from '../../words.ts';

export const usageColumns = (now: number): readonly Column<Usage>[] => [
  { name: 'plan', kind: 'text', of: nameOf },
  { name: 'used', kind: 'integer', of: ({ requests }) => requests },
  { name: 'quota', kind: 'integer', optional: true, of: ({ quota }) => quota },
  { name: 'left', kind: 'integer', optional: true, of: ({ remaining }) => remaining },
  { name: 'renewal', kind: 'date', of: (usage) => quotaRenewal(usage, now) },
  { name: 'projected', kind: 'integer', optional: true, of: projected },
];

export function usageTable(usage: Usage, now: number): string {
  const { requests, quota, remaining } = usage;
  const renewal = quotaRenewal(usage, now);
  const isLimited = remaining !== undefined;
  const requestsByThen = projected(usage);
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['plan', nameOf(usage)],
    ['requests used', quota === undefined ? grouped(requests) : `${grouped(requests)} of ${grouped(quota)}`],
    ['requests left', isLimited ? grouped(remaining) : 'unlimited'],
    ['quota begins anew', isLimited ? `${inWords(renewal)}, ${fromNow(renewal, now)}` : undefined],
    [
      isLimited ? 'projected by then' : 'projected this month',
      requestsByThen === undefined ? undefined : count(requestsByThen, 'request'),
    ],
  ];
  return aligned(rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** `Free plan, 997 of 1,000 requests left until 1 December` */
export function planLine(usage: Usage, now: number): string {
  const { quota, remaining } = usage;
  const plan = `${nameOf(usage)} plan`;
  if (remaining === undefined) return `${plan}, unlimited requests`;
  const left =
    quota === undefined ? count(remaining, 'request') : `${grouped(remaining)} of ${count(quota, 'request')}`;
  return `${plan}, ${left} left until ${inWords(quotaRenewal(usage, now))}`;
}

const nameOf = ({ subscription }: Usage) => escapeToAscii(subscription.slice(0, 60));

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `1 December` */
function inWords(day: Day): string {
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`;
}

const fromNow = (day: Day, now: number) => `in ${count(countDays(dayAt(now), day) - 1, 'day')}`;

/** Requests by the end of the quota's month at the rate so far. */
function projected({ requests, daysElapsed, daysRemaining }: Usage): number | undefined {
  if (daysElapsed === undefined || daysRemaining === undefined || daysElapsed <= 0) return undefined;
  return Math.round((requests / daysElapsed) * (daysElapsed + daysRemaining));
}
