import type { Day } from '../../calendar/day.ts';
import type { DayRates } from '../../rates/day-rates.ts';
import type { Json } from '../../rates/json.ts';
import type { Accounts } from './account.ts';
import type { Body } from './bodies.ts';
import type { LogEntry, Origin } from './log.ts';
import type { Question } from './question.ts';

export interface DaySource {
  /** Whole days in base USD, codes sorted, as they were asked for; undefined is not available. @throws ServiceError */
  days(
    days: readonly Day[],
    options: {
      readonly alternative: boolean;
      readonly tell: (origin: Origin) => void;
    },
  ): Promise<readonly (DayRates | undefined)[]>;
}

export interface Served {
  readonly source: DaySource;
  readonly accounts: Accounts;
  /** Milliseconds since 1970; decides which day is running, and is every answer's `Date`. */
  readonly now: () => number;
  readonly log?: ((entry: LogEntry) => void) | undefined;
}

export interface ApiRequest {
  readonly service: Served;
  readonly question: Question;
  readonly tell: (origin: Origin) => void;
  /** Reuses an earlier body made from the same `from`. */
  readonly render: (from: readonly unknown[], make: () => Json) => Body;
}
