import type { Day } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import type { Json } from '../../json.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import type { AnswerOrigin } from './log.ts';
import type { ApiQuestion } from './question.ts';
import type { Body } from './reply.ts';

export interface DaySource {
  readonly pivot: Code;
  /**
   * Whole days in the pivot, codes sorted, in the order of the question, without days when nobody publishes;
   * undefined is a day that is not available. @throws ServiceError
   */
  days(days: readonly Day[], asked: Asking): Promise<readonly (DayRates | undefined)[]>;
  /** The latest day, where that is not today. @throws Failure */
  newest?(alternative: boolean): Promise<Day | undefined>;
  /** The source's own, besides its pivot, where they are others than those of the service. @throws Failure */
  currencies?: (() => Promise<ReadonlySet<Code>>) | undefined;
}

type Asking = Pick<ApiQuestion, 'alternative'> & Pick<ApiRequest, 'tell'>;

export type ApiFeature = 'base' | 'symbols' | 'time-series' | 'convert';

export interface Subscription {
  readonly name: string;
  readonly updateFrequency: string;
  readonly features: Readonly<Record<ApiFeature, boolean>>;
  /** Requests in a period; undefined if unlimited. */
  readonly quota: number | undefined;
  readonly period: 'month' | 'day';
}

export interface Account {
  readonly plan: Subscription;
  readonly requests: number;
  /** Before requests are answered. @throws ServiceError if the quota is too small; nothing is charged then */
  charge(cost: number): void;
  refund(cost: number): void;
}

/** @throws ServiceError for a refused key */
export type Accounts = (appId: string) => Account;

/** Who may ask besides the programs of this machine. */
export interface Guests {
  /** In the `Host` of requests. */
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
}

export interface ApiService {
  readonly source: DaySource;
  readonly accounts: Accounts;
  readonly guests?: Guests | undefined;
  /** For monitors, without a key. @throws Failure */
  readonly health?: () => Promise<Json>;
  /** Milliseconds since 1970; decides which day is running, and is every answer's `Date`. */
  readonly now: () => number;
  readonly log?: ((line: string) => void) | undefined;
}

export interface ApiRequest {
  readonly service: ApiService;
  readonly appId: string | undefined;
  readonly question: ApiQuestion;
  /** For the log. @param fault why a day is not available */
  readonly tell: (origin: AnswerOrigin, fault?: string) => void;
  readonly render: (json: Json) => Body;
  /** The same body for as long as the day is the same object. */
  readonly renderDay: (day: DayRates, timestamp: number, make: () => Json) => Body;
}
