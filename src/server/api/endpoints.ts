import { type Day, dayAt, firstDay, lastOfMonth, monthOf, startOf } from '../../calendar/day.ts';
import { alternativeNames, currencyNames } from '../../rates/currencies.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import { grouped } from '../../words.ts';
import {
  type Account,
  charging,
  identify,
  permitSelection,
  permitTimeSeries,
  type Subscription,
} from './account.ts';
import { dayNotAvailable, daysNotAvailable, invalidBase } from './error.ts';
import { flag, parseHistoricalDay, type Selection, select } from './parameters.ts';
import type { Reply } from './reply.ts';
import type { ApiRequest } from './service.ts';

/** `/historical/{date}.json` */
export function answerHistorical(request: ApiRequest, date: string): Promise<Reply> {
  return answerDay(request, (today) => parseHistoricalDay(date, today));
}

/** `/latest.json`: the running day. */
export function answerLatest(request: ApiRequest): Promise<Reply> {
  return answerDay(request, (today) => today);
}

async function answerDay(request: ApiRequest, choose: (today: Day) => Day): Promise<Reply> {
  const account = identify(request.question.query, request.service.accounts);
  const day = choose(dayAt(request.service.now()));
  const { selection } = request.question;
  permitSelection(account, selection);
  return charging(account, 1, async () => {
    const { alternative, base } = selection;
    const [found] = await request.service.source.days([day], { alternative, tell: request.tell });
    if (!found) throw dayNotAvailable();
    const timestamp = found.timestamp ?? lastSecond(day, request.service.now());
    const body = request.render([found, timestamp], () => {
      const selected = select(found, selection);
      if (!selected) throw invalidBase(base);
      const { disclaimer, license, rates } = selected;
      return { disclaimer, license, timestamp, base, rates };
    });
    return { body, lastModified: timestamp * 1000 };
  });
}

/** In seconds since 1970; never in the future. */
function lastSecond(day: Day, now: number): number {
  return Math.min(startOf(day) / 1000 + 86_399, Math.floor(now / 1000));
}

/** `/time-series.json`: the whole range or none; one request a day. */
export async function answerTimeSeries(request: ApiRequest): Promise<Reply> {
  const account = identify(request.question.query, request.service.accounts);
  permitTimeSeries(account);
  const { first, last, days: asked } = request.question.range;
  if (first < firstDay || last > dayAt(request.service.now())) throw daysNotAvailable();
  const { selection } = request.question;
  permitSelection(account, selection);
  return charging(account, asked.length, async () => {
    const { alternative } = selection;
    const found = await request.service.source.days(asked, { alternative, tell: request.tell });
    const days = found.map((day) => day ?? missing());
    const body = request.render(days, () => ({
      disclaimer: days[0]?.disclaimer,
      license: days[0]?.license,
      start_date: first,
      end_date: last,
      base: selection.base,
      rates: new Map(selectAll(days, selection).map(({ day, rates }) => [day, rates])),
    }));
    return { body };
  });
}

function selectAll(days: readonly DayRates[], selection: Selection): DayRates[] {
  const selected = days.flatMap((day) => select(day, selection) ?? []);
  if (selected.length === 0) throw invalidBase(selection.base);
  // a base that some days have is valid, so the others count as missing
  if (selected.length < days.length) throw daysNotAvailable();
  return selected;
}

function missing(): never {
  throw daysNotAvailable();
}

/** `/currencies.json`, without a key */
export function answerCurrencies({ question, render }: ApiRequest): Reply {
  const all = flag(question.query, 'show_alternative') ?? false;
  return { body: render([], () => (all ? everyName() : currencyNames)) };
}

function everyName(): ReadonlyMap<string, string> {
  return new Map([...currencyNames, ...alternativeNames].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `/usage.json`, free of charge */
export function answerUsage(request: ApiRequest): Reply {
  const account = identify(request.question.query, request.service.accounts);
  const data = {
    app_id: request.question.query.get('app_id') ?? '',
    status: 'active',
    plan: describePlan(account.plan),
    usage: describeUse(account, request.service.now()),
  };
  return { body: request.render([data], () => ({ status: 200, data })) };
}

function describePlan({ name, quota, period, updateFrequency, features }: Subscription) {
  return {
    name,
    quota: quota === undefined ? 'unlimited' : `${grouped(quota)} requests/${period}`,
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

/** Months are calendar months; -1 stands for unlimited. */
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
