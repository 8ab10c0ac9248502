import { type Day, dayAt, firstDay, lastOfMonth, monthOf, startOf } from '../../calendar/day.ts';
import { alternativeNames, currencyNames, shortNameOf } from '../../currencies/names.ts';
import { exactNumber, type Json } from '../../json.ts';
import { pairRate } from '../../rates/cross.ts';
import { type BaseRates, type DayRates, derive, pick, pivotOf } from '../../rates/day-rates.ts';
import { exactProduct, timesExactly } from '../../rates/decimal.ts';
import { grouped } from '../../words.ts';
import { invalidCode, notAvailable, ServiceError } from './error.ts';
import {
  type ApiRequest,
  parseConversion,
  parseDate,
  parseRange,
  parseSelection,
  type Selection,
} from './request.ts';
import type { Account, ApiFeature, Logged, Service } from './service.ts';

interface Question {
  readonly service: Service;
  readonly request: ApiRequest;
  /** Gets where the days are from. */
  readonly logged: Logged;
}

export interface Answer {
  /** @throws ServiceError */
  readonly json: () => Json;
  /** That it is made of: it is the same for as long as they are. */
  readonly days?: readonly DayRates[];
  /** Seconds since 1970. */
  readonly timestamp?: number;
  /** Each day is charged to it. */
  readonly account?: Account;
}

/** By the names in the routes. */
export const answers: Readonly<Record<string, (question: Question) => Promise<Answer>>> = {
  async convert(question) {
    const account = identify(question);
    permit(account, 'convert');
    const conversion = parseConversion(question.request);
    const { rates, timestamp } = await findDay(question);
    return { account, days: [rates], timestamp, json: () => convert(rates, timestamp, conversion) };
  },

  async currencies({ service, request: { isAlternative } }) {
    const own = await service.currencies();
    if (own) {
      const codes = [...new Set([service.pivot, ...own])].sort();
      return { json: () => new Map(codes.map((code) => [code, shortNameOf(code) || code])) };
    }
    const all = [...currencyNames, ...(isAlternative ? alternativeNames : [])];
    return { json: () => new Map(all.sort(([a], [b]) => (a < b ? -1 : 1))) };
  },

  async health({ service }) {
    const health = await service.health();
    return { json: () => health };
  },

  historical: answerRates,

  latest: answerRates,

  async 'time-series'(question) {
    const { service, request } = question;
    const account = identify(question);
    permit(account, 'time-series');
    const range = parseRange(request);
    const [first] = range;
    const last = range.at(-1) ?? first;
    if (first < firstDay || last > dayAt(service.now())) throw notAvailable('date range');
    const selection = permittedSelection(question, account);
    const days = await find(question, range);
    if (!days) throw notAvailable('date range');

    const json = () => ({
      disclaimer: days[0]?.disclaimer,
      license: days[0]?.license,
      start_date: first,
      end_date: last,
      base: selection.base ?? service.pivot,
      rates: new Map(selectAll(days, selection).map(({ day, rates }) => [day, rates])),
    });
    return { account, days, json };
  },

  /** Months are calendar months; -1 stands for unlimited. */
  async usage(question) {
    const { service, request } = question;
    const { plan, requests } = identify(question);
    const { name, quota, period, updateFrequency, features } = plan;
    const today = dayAt(service.now());
    const dayOfMonth = (day: Day) => Number(day.slice(8));
    const isDaily = period === 'day';
    const elapsed = isDaily ? 1 : dayOfMonth(today);
    const data = {
      app_id: request.appId ?? '',
      status: 'active',
      plan: {
        name,
        quota: quota === undefined ? 'unlimited' : `${grouped(quota)} requests/${period}`,
        update_frequency: updateFrequency,
        features,
      },
      usage: {
        requests,
        requests_quota: quota ?? -1,
        requests_remaining: quota === undefined ? -1 : Math.max(0, quota - requests),
        days_elapsed: elapsed,
        days_remaining: isDaily ? 0 : dayOfMonth(lastOfMonth(monthOf(today))) - elapsed,
        daily_average: Math.round(requests / elapsed),
      },
    };
    return { json: () => ({ status: 200, data }) };
  },
};

async function answerRates(question: Question): Promise<Answer> {
  const account = identify(question);
  const selection = permittedSelection(question, account);
  const { rates: found, timestamp } = await findDay(question);
  const json = () => {
    const selected = select(found, selection);
    if (!selected) throw invalidCode('base', selection.base);
    const { disclaimer, license, base, rates } = selected;
    return { disclaimer, license, timestamp, base, rates };
  };
  return { account, days: [found], timestamp, json };
}

/** Those of the day in the path, or else the latest. @throws ServiceError */
async function findDay(question: Question) {
  const { service, request } = question;
  const now = service.now();
  const latest = async () => (await service.newest(request.isAlternative)) ?? dayAt(now);
  const day = request.endpoint === 'historical' ? parseDate(request, now) : await latest();
  const [rates] = (await find(question, [day])) ?? [];
  if (!rates) throw notAvailable('date');
  return { rates, timestamp: rates.timestamp ?? lastSecond(day, now) };
}

async function find({ service, request, logged }: Question, days: readonly Day[]) {
  const { rates, ...found } = await service.days(days, request.isAlternative);
  Object.assign(logged, found);
  return rates;
}

/** @throws ServiceError without a key, or for a refused one */
function identify({ service, request: { appId } }: Question): Account {
  if (appId) return service.accountOf(appId);
  throw new ServiceError(
    401,
    'missing_app_id',
    'No App ID provided. Give yours as `app_id` or `Authorization: Token`.',
  );
}

/** In seconds since 1970; never in the future. */
const lastSecond = (day: Day, now: number): number =>
  Math.min(startOf(day) / 1000 + 86_399, Math.floor(now / 1000));

function permittedSelection({ service, request }: Question, account: Account): Selection {
  const selection = parseSelection(request);
  if (selection.base && selection.base !== service.pivot) permit(account, 'base');
  if (selection.symbols) permit(account, 'symbols');
  return selection;
}

const features: Readonly<Record<ApiFeature, readonly [what: string, plans: string]>> = {
  base: ['Changing the `base` currency', 'Developer, Enterprise and Unlimited'],
  symbols: ['Limiting the rates to `symbols`', 'Developer, Enterprise and Unlimited'],
  'time-series': ['The `time-series` endpoint', 'Enterprise and Unlimited'],
  convert: ['The `convert` endpoint', 'Unlimited'],
};

/** @throws ServiceError */
function permit({ plan }: Account, feature: ApiFeature): void {
  const [what, plans] = features[feature];
  if (!plan.features[feature])
    throw new ServiceError(403, 'not_allowed', `${what} is available for ${plans} plan clients.`);
}

function selectAll(days: readonly DayRates[], selection: Selection): BaseRates[] {
  const selected = days.flatMap((day) => select(day, selection) ?? []);
  if (selected.length === 0) throw invalidCode('base', selection.base);
  // a base that some days have is valid, so the others count as missing
  if (selected.length < days.length) throw notAvailable('date range');
  return selected;
}

function select(day: DayRates, { base, symbols }: Selection): BaseRates | undefined {
  const derived = derive(day, base ?? pivotOf(day));
  return derived && symbols ? pick(derived, symbols) : derived;
}

/** Of a quotient, which may have no end: more than clients read. */
const decimals = 20;

/** @throws ServiceError if the day lacks a rate */
function convert(
  day: DayRates,
  timestamp: number,
  { amount, from, to }: ReturnType<typeof parseConversion>,
): Json {
  const pair = pairRate(day, from, to);
  if (!pair) throw pairRate(day, from, from) ? invalidCode('to', to) : invalidCode('from', from);

  const { rate, exact } = pair;
  const response = exact
    ? exactProduct(amount, exact.dividend, exact.divisor, decimals)
    : timesExactly(amount, rate);
  const query = `/convert/${amount}/${from}/${to}`;
  return {
    disclaimer: day.disclaimer,
    license: day.license,
    request: { query, amount: exactNumber(timesExactly(amount, '1')), from, to },
    meta: { timestamp, rate: exactNumber(rate) },
    response: exactNumber(response),
  };
}
