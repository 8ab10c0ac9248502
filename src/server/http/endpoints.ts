import { type Day, dayAt, firstDay, lastOfMonth, monthOf, startOf } from '../../calendar/day.ts';
import { alternativeNames, currencyNames, shortNameOf } from '../../currencies/names.ts';
import type { Json } from '../../json.ts';
import { type BaseRates, type DayRates, derive, pick, pivotOf } from '../../rates/day-rates.ts';
import { grouped } from '../../words.ts';
import { dayNotAvailable, daysNotAvailable, invalidCode, noRoute } from './error.ts';
import { identify, permit } from './gate.ts';
import { type ApiQuestion, type Endpoint, historicalDay, type Selection } from './question.ts';
import type { Reply } from './reply.ts';
import type { Account, ApiRequest, ApiService, Subscription } from './service.ts';

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
  const account = identify(request);
  const selection = permittedSelection(request, account);
  return answerDay(request, account, (found, timestamp) => {
    const selected = select(found, selection);
    if (!selected) throw invalidCode('base', selection.base);
    const { disclaimer, license, base, rates } = selected;
    return { disclaimer, license, timestamp, base, rates };
  });
}

async function answerConvert(request: ApiRequest): Promise<Reply> {
  const account = identify(request);
  permit(account, 'convert');
  const { parseConversion, conversion } = await import('./convert.ts');
  const asked = parseConversion(request.question);
  return answerDay(request, account, (found, timestamp) => conversion(found, timestamp, asked));
}

function permittedSelection({ service, question: { selection } }: ApiRequest, account: Account): Selection {
  const { base, symbols } = selection;
  if (base && base !== service.source.pivot) permit(account, 'base');
  if (symbols) permit(account, 'symbols');
  return selection;
}

type AnswerOf = (found: DayRates, timestamp: number) => Json;

async function answerDay(request: ApiRequest, account: Account, answer: AnswerOf): Promise<Reply> {
  const { service, question, renderDay } = request;
  const isLatest = question.endpoint !== 'historical';
  const day = isLatest ? await latestDay(service, question) : historicalDay(question, service.now());
  return withDays(request, account, [day], (found) => {
    const timestamp = found.timestamp ?? lastSecond(day, service.now());
    const body = renderDay(found, timestamp, () => answer(found, timestamp));
    return { body, lastModified: timestamp * 1000 };
  });
}

async function latestDay({ source, now }: ApiService, { alternative }: ApiQuestion): Promise<Day> {
  const today = dayAt(now());
  return (await source.newest?.(alternative)) ?? today;
}

/** In seconds since 1970; never in the future. */
function lastSecond(day: Day, now: number): number {
  return Math.min(startOf(day) / 1000 + 86_399, Math.floor(now / 1000));
}

async function answerTimeSeries(request: ApiRequest): Promise<Reply> {
  const { service, question, render } = request;
  const account = identify(request);
  permit(account, 'time-series');
  const { first, last, days } = question.range;
  if (first < firstDay || last > dayAt(service.now())) throw daysNotAvailable();
  const selection = permittedSelection(request, account);

  return withDays(request, account, days, ({ disclaimer, license }, found) => ({
    body: render({
      disclaimer,
      license,
      start_date: first,
      end_date: last,
      base: selection.base ?? service.source.pivot,
      rates: new Map(selectAll(found, selection).map(({ day, rates }) => [day, rates])),
    }),
  }));
}

/** All days or none; one request a day, for those that are answered. */
async function withDays(
  { service, question, tell }: ApiRequest,
  account: Account,
  days: readonly Day[],
  answer: (first: DayRates, found: readonly DayRates[]) => Reply,
): Promise<Reply> {
  account.charge(days.length);

  try {
    const { endpoint, alternative } = question;
    const all = await service.source.days(days, { alternative, tell });
    const found = all.filter((day) => day !== undefined);
    const [first] = found;
    if (first && found.length === all.length) return answer(first, found);

    throw endpoint === 'time-series' ? daysNotAvailable() : dayNotAvailable();
  } catch (error) {
    account.refund(days.length);
    throw error;
  }
}

function selectAll(days: readonly DayRates[], selection: Selection): BaseRates[] {
  const selected = days.flatMap((day) => select(day, selection) ?? []);
  if (selected.length === 0) throw invalidCode('base', selection.base);
  // a base that some days have is valid, so the others count as missing
  if (selected.length < days.length) throw daysNotAvailable();
  return selected;
}

function select(day: DayRates, { base, symbols }: Selection): BaseRates | undefined {
  const derived = derive(day, base ?? pivotOf(day));
  return derived && symbols ? pick(derived, symbols) : derived;
}

async function answerCurrencies({ service: { source }, question, render }: ApiRequest): Promise<Reply> {
  const own = await source.currencies?.();
  if (own) {
    const codes = () => [...new Set([source.pivot, ...own])].sort();
    return { body: render(new Map(codes().map((code) => [code, shortNameOf(code) || code]))) };
  }
  const all = () => [...currencyNames, ...alternativeNames].sort(([a], [b]) => (a < b ? -1 : 1));
  return { body: render(question.alternative ? new Map(all()) : currencyNames) };
}

async function answerHealth({ service, render }: ApiRequest): Promise<Reply> {
  const health = await service.health?.();
  if (!health) throw noRoute();
  return { body: render(health) };
}

function answerUsage(request: ApiRequest): Reply {
  const account = identify(request);
  const data = {
    app_id: request.appId ?? '',
    status: 'active',
    plan: describePlan(account.plan),
    usage: describeUse(account, request.service.now()),
  };
  return { body: request.render({ status: 200, data }) };
}

function describePlan({ name, quota, period, updateFrequency, features }: Subscription) {
  const { base, symbols, ...endpoints } = features;
  return {
    name,
    quota: quota === undefined ? 'unlimited' : `${grouped(quota)} requests/${period}`,
    update_frequency: updateFrequency,
    features: { base, symbols, experimental: true, ...endpoints },
  };
}

/** Months are calendar months; -1 stands for unlimited. */
function describeUse({ plan: { quota, period }, requests }: Account, now: number) {
  const today = dayAt(now);
  const elapsed = period === 'day' ? 1 : dayOfMonth(today);
  const all = period === 'day' ? 1 : dayOfMonth(lastOfMonth(monthOf(today)));
  return {
    requests,
    requests_quota: quota ?? -1,
    requests_remaining: quota === undefined ? -1 : Math.max(0, quota - requests),
    days_elapsed: elapsed,
    days_remaining: all - elapsed,
    daily_average: Math.round(requests / elapsed),
  };
}

const dayOfMonth = (day: Day): number => Number(day.slice(8));
