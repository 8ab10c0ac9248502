import { type Day, dayAt, firstDay, lastOfMonth, monthOf, startOf } from '../../calendar/day.ts';
import { alternativeNames, currencyNames } from '../../rates/currencies.ts';
import { type DayRates, derive, pick } from '../../rates/day-rates.ts';
import type { Json } from '../../rates/json.ts';
import { grouped } from '../../words.ts';
import { dayNotAvailable, daysNotAvailable, invalidCode, noRoute } from './error.ts';
import { type Endpoint, parseHistoricalDay, type Question } from './question.ts';
import type { Reply } from './reply.ts';
import {
  type Account,
  type ApiRequest,
  charging,
  identify,
  permitConvert,
  permitSelection,
  permitTimeSeries,
  type Subscription,
} from './service.ts';

export const answers: Readonly<Record<Endpoint, (request: ApiRequest) => Reply | Promise<Reply>>> = {
  convert: answerConvert,
  currencies: answerCurrencies,
  health: answerHealth,
  historical: answerRates,
  latest: answerRates,
  'time-series': answerTimeSeries,
  usage: answerUsage,
};

async function answerRates(request: ApiRequest): Promise<Reply> {
  const { service, question } = request;
  const account = identify(request);
  const { selection } = question;
  permitSelection(account, selection, service.source.pivot);
  return answerDay(request, account, (found, timestamp) => {
    const selected = select(found, selection);
    if (!selected) throw invalidCode('base', selection.base);
    const { disclaimer, license, base, rates } = selected;
    return { disclaimer, license, timestamp, base, rates };
  });
}

async function answerConvert(request: ApiRequest): Promise<Reply> {
  const account = identify(request);
  permitConvert(account);
  const { parseConversion, conversion } = await import('./convert.ts');
  const asked = parseConversion(request.question);
  return answerDay(request, account, (found, timestamp) => conversion(found, timestamp, asked));
}

type Answer = (found: DayRates, timestamp: number) => Json;

async function answerDay(request: ApiRequest, account: Account, answer: Answer): Promise<Reply> {
  const { service, question, tell, render } = request;
  const { endpoint, parts, alternative } = question;
  const today = dayAt(service.now());
  const latest = async () => (await service.source.newest?.(alternative)) ?? today;
  const day = endpoint === 'historical' ? parseHistoricalDay(parts.date, today) : await latest();
  return charging(account, 1, async () => {
    const [found] = await service.source.days([day], { alternative, tell });
    if (!found) throw dayNotAvailable();
    const timestamp = found.timestamp ?? lastSecond(day, service.now());
    return { body: render([found, timestamp], () => answer(found, timestamp)), lastModified: timestamp * 1000 };
  });
}

/** In seconds since 1970; never in the future. */
function lastSecond(day: Day, now: number): number {
  return Math.min(startOf(day) / 1000 + 86_399, Math.floor(now / 1000));
}

/** The whole range or none; one request a day. */
async function answerTimeSeries(request: ApiRequest): Promise<Reply> {
  const { service, question, tell, render } = request;
  const account = identify(request);
  permitTimeSeries(account);
  const { first, last, days: asked } = question.range;
  if (first < firstDay || last > dayAt(service.now())) throw daysNotAvailable();
  const { selection, alternative } = question;
  permitSelection(account, selection, service.source.pivot);
  return charging(account, asked.length, async () => {
    const found = await service.source.days(asked, { alternative, tell });
    const days = found.filter((day) => day !== undefined);
    if (days.length < found.length) throw daysNotAvailable();
    const body = render(days, () => ({
      disclaimer: days[0]?.disclaimer,
      license: days[0]?.license,
      start_date: first,
      end_date: last,
      base: selection.base ?? service.source.pivot,
      rates: new Map(selectAll(days, selection).map(({ day, rates }) => [day, rates])),
    }));
    return { body };
  });
}

function selectAll(days: readonly DayRates[], selection: Question['selection']): DayRates[] {
  const selected = days.flatMap((day) => select(day, selection) ?? []);
  if (selected.length === 0) throw invalidCode('base', selection.base);
  // a base that some days have is valid, so the others count as missing
  if (selected.length < days.length) throw daysNotAvailable();
  return selected;
}

function select(day: DayRates, { base, symbols }: Question['selection']): DayRates | undefined {
  const derived = derive(day, base ?? day.base);
  return derived && symbols ? pick(derived, symbols) : derived;
}

function answerCurrencies({ question, render }: ApiRequest): Reply {
  const all = () => [...currencyNames, ...alternativeNames].sort(([a], [b]) => (a < b ? -1 : 1));
  return { body: render([], () => (question.alternative ? new Map(all()) : currencyNames)) };
}

async function answerHealth({ service, render }: ApiRequest): Promise<Reply> {
  const health = await service.health?.();
  if (!health) throw noRoute();
  return { body: render([health], () => health) };
}

function answerUsage(request: ApiRequest): Reply {
  const account = identify(request);
  const data = {
    app_id: request.appId ?? '',
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
      convert: features.convert,
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
