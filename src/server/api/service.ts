import type { Day } from '../../calendar/day.ts';
import type { Code } from '../../rates/code.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import type { Json } from '../../rates/json.ts';
import type { Body } from './bodies.ts';
import { ServiceError } from './error.ts';
import type { Guests } from './gate.ts';
import type { LogEntry, Origin } from './log.ts';
import type { Question } from './question.ts';

export interface DaySource {
  readonly pivot: Code;
  /** Whole days in the pivot, codes sorted, as they were asked for; undefined is not available. @throws ServiceError */
  days(
    days: readonly Day[],
    options: {
      readonly alternative: boolean;
      readonly tell: (origin: Origin) => void;
    },
  ): Promise<readonly (DayRates | undefined)[]>;
  /** What is the latest where that is not today. @throws Failure */
  newest?(alternative: boolean): Promise<Day | undefined>;
}

export interface Subscription {
  readonly name: string;
  readonly updateFrequency: string;
  readonly features: Readonly<Record<'base' | 'symbols' | 'timeSeries' | 'convert', boolean>>;
  /** Requests in a period; undefined if unlimited. */
  readonly quota: number | undefined;
  readonly period: 'month' | 'day';
}

export interface Account {
  readonly plan: Subscription;
  readonly requests: number;
  /** Called before requests are answered. @throws ServiceError if the quota is too small; nothing is charged then */
  charge(cost: number): void;
  refund(cost: number): void;
}

/** @throws ServiceError for a refused key */
export type Accounts = (appId: string) => Account;

export interface Served {
  readonly source: DaySource;
  readonly accounts: Accounts;
  readonly guests?: Guests | undefined;
  /** For monitors, without a key. @throws Failure */
  readonly health?: () => Promise<Json>;
  /** Milliseconds since 1970; decides which day is running, and is every answer's `Date`. */
  readonly now: () => number;
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

export interface ApiRequest {
  readonly service: Served;
  readonly appId: string | undefined;
  readonly question: Question;
  readonly tell: (origin: Origin) => void;
  readonly render: (from: readonly unknown[], make: () => Json) => Body;
}

/** @throws ServiceError without a key, or for a refused one */
export function identify({ service, appId }: ApiRequest): Account {
  if (appId) return service.accounts(appId);
  throw new ServiceError(
    401,
    'missing_app_id',
    'No App ID provided. Give yours as `app_id` or `Authorization: Token`.',
  );
}

export function permitTimeSeries({ plan }: Account): void {
  if (!plan.features.timeSeries) throw notAllowed('The `time-series` endpoint', 'Enterprise and Unlimited');
}

export function permitConvert({ plan }: Account): void {
  if (!plan.features.convert) throw notAllowed('The `convert` endpoint', 'Unlimited');
}

export function permitSelection({ plan }: Account, { base, symbols }: Question['selection'], pivot: Code): void {
  const plans = 'Developer, Enterprise and Unlimited';
  if (base && base !== pivot && !plan.features.base) throw notAllowed('Changing the `base` currency', plans);
  if (symbols && !plan.features.symbols) throw notAllowed('Limiting the rates to `symbols`', plans);
}

const notAllowed = (what: string, plans: string) =>
  new ServiceError(403, 'not_allowed', `${what} is available for ${plans} plan clients.`);

export async function charging<T>(account: Account, cost: number, work: () => Promise<T>): Promise<T> {
  account.charge(cost);
  try {
    return await work();
  } catch (error) {
    account.refund(cost);
    throw error;
  }
}
