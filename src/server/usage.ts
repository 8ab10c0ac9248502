import { dayAt, lastOfMonth, monthOf } from '../calendar/day.ts';
import { identify } from './access.ts';
import type { Account, Plan } from './account.ts';
import type { Answer } from './reply.ts';
import type { Request } from './service.ts';

/** `/usage.json`: free of charge. */
export function answerUsage(request: Request): Answer {
  const account = identify(request);
  const data = {
    app_id: request.query.get('app_id') ?? '',
    status: 'active',
    plan: describePlan(account.plan),
    usage: describeUse(account, request.now()),
  };
  return { body: request.render([data], () => ({ status: 200, data })) };
}

function describePlan({ name, quota, period, updateFrequency, features }: Plan) {
  return {
    name,
    quota: quota === undefined ? 'unlimited' : `${groupThousands(quota)} requests/${period}`,
    update_frequency: updateFrequency,
    features: {
      base: features.base,
      symbols: features.symbols,
      experimental: true,
      'time-series': features.timeSeries,
      convert: false,
    },
  };
}

/** The month of a quota is the calendar's; no limit is -1. */
function describeUse({ plan: { quota, period }, requests }: Account, now: number) {
  const today = dayAt(now);
  const [elapsed, all] =
    period === 'day' ? [1, 1] : [Number(today.slice(8)), Number(lastOfMonth(monthOf(today)).slice(8))];
  return {
    requests,
    requests_quota: quota ?? -1,
    requests_remaining: quota === undefined ? -1 : Math.max(0, quota - requests),
    days_elapsed: elapsed,
    days_remaining: all - elapsed,
    daily_average: Math.round(requests / elapsed),
  };
}

const groupThousands = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
