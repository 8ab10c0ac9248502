import { isObject, type Json, parseJson } from '../rates/json.ts';

/** A key's plan and what is left of its quota this month, in requests. */
export interface Usage {
  readonly plan: string;
  readonly features: { readonly timeSeries: boolean | undefined };
  readonly requests: number;
  /** Nothing: unlimited. */
  readonly quota: number | undefined;
  /** Nothing: unlimited. */
  readonly remaining: number | undefined;
  readonly daysElapsed: number | undefined;
  readonly daysRemaining: number | undefined;
  /** The service's own `data`, without the key. */
  readonly data: Readonly<Record<string, Json>>;
}

/** What a body of `usage.json` says, or nothing where it is not of that shape. */
export function readUsage(body: string): Usage | undefined {
  const data = member(parseJson(body), 'data');
  const plan = member(data, 'plan');
  const usage = member(data, 'usage');
  const requests = whole(usage?.requests);
  const remaining = whole(usage?.requests_remaining);
  if (!data || requests === undefined || remaining === undefined) return undefined;
  const { app_id: _, ...shown } = data;
  const timeSeries = member(plan, 'features')?.['time-series'];
  return {
    plan: typeof plan?.name === 'string' ? plan.name : 'unknown',
    features: { timeSeries: typeof timeSeries === 'boolean' ? timeSeries : undefined },
    requests,
    quota: limit(whole(usage?.requests_quota)),
    remaining: limit(remaining),
    daysElapsed: whole(usage?.days_elapsed),
    daysRemaining: whole(usage?.days_remaining),
    data: shown as Readonly<Record<string, Json>>,
  };
}

function member(value: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  const inner = isObject(value) ? value[name] : undefined;
  return isObject(inner) ? inner : undefined;
}

const whole = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : undefined);
const limit = (value: number | undefined) => (value === -1 ? undefined : value);
