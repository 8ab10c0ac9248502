import { isObject, parseJson, scalarText } from '../../json.ts';
import type { Usage } from '../source.ts';

/** What the service tells beyond what any source does. */
export interface OwnUsage extends Usage {
  /** Whether the plan has them; undefined if not told. */
  readonly timeSeries: boolean | undefined;
  /** Seconds from one publication to the next; undefined if not told. */
  readonly updateFrequency: number | undefined;
}

/** @param body of `usage.json`; undefined if it is of no use */
export function readUsage(body: string): OwnUsage | undefined {
  const data = member(parseJson(body), 'data');
  const plan = member(data, 'plan');
  const usage = member(data, 'usage');
  const requests = natural(usage?.requests);
  const left = usage?.requests_remaining;
  if (!data || !isShallow(data, 10) || requests === undefined || !isWhole(left)) return undefined;

  const quota = natural(usage?.requests_quota);
  const { app_id: _, ...shown } = data;
  const timeSeries = member(plan, 'features')?.['time-series'];
  const frequency = plan?.update_frequency;
  return {
    subscription: typeof plan?.name === 'string' ? plan.name : 'unknown',
    timeSeries: typeof timeSeries === 'boolean' ? timeSeries : undefined,
    requests,
    quota,
    // -1 means unlimited, unless more than the quota was used
    remaining: left === -1 && requests <= (quota ?? requests) ? undefined : Math.max(left, 0),
    daysElapsed: natural(usage?.days_elapsed),
    // no quota lasts for more than a year
    daysRemaining: natural(usage?.days_remaining, 366),
    updateFrequency: frequency === undefined ? undefined : secondsOf(frequency),
    data: shown as Usage['data'],
  };
}

/** Deeper nesting could overflow the stack when written out. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

function member(value: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  const inner = isObject(value) ? value[name] : undefined;
  return isObject(inner) ? inner : undefined;
}

const hour = 3600;

/** Reads `hourly`, `30-minute` or `3600s`; anything else is an hour. */
function secondsOf(frequency: unknown): number {
  const [, number, unit = ''] =
    /^(\d{1,5})(?:-?(minutes?|seconds?|s))?$/i.exec(scalarText(frequency).trim()) ?? [];
  const seconds = Number(number) * (/^m/i.test(unit) ? 60 : 1);
  return seconds > 0 && seconds <= 24 * hour ? seconds : hour;
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

const natural = (value: unknown, most = Number.MAX_SAFE_INTEGER) =>
  isWhole(value) && value >= 0 && value <= most ? value : undefined;
