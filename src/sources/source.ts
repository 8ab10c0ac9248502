import type { Calendar } from '../calendar/publishing.ts';
import type { Code } from '../rates/code.ts';
import type { Side } from '../rates/day-rates.ts';
import type { Answer, Raw, Request, Wanted } from './answer.ts';
import type { Connection, Listener, WholeConnection } from './connection.ts';

/** Whose rates they are. A source is a folder beside this file, and a line in `table.ts`. */
export interface Source<Link = Connection | WholeConnection> {
  readonly name: string;
  /** Under which its rates may be used. */
  readonly terms: string;
  /** Where the store has its days, such as `openexchangerates.org/api`; those of two sources never mix. */
  readonly folder: string;
  /** What rates are published relative to, and which way round: a base, or the quote of all of them. */
  readonly pivot: Side;
  readonly calendar: Calendar;
  readonly asks: Asks;
  /** Which rates count as newest: of today, still running, or of the last day that was published. */
  readonly newest: 'today' | 'published';
  readonly has: Has;
  /** Its requests are free, but to be few: limits and consent go by their number, as they do by a cost. */
  readonly isSparing?: true;
  /** All currencies that the source has, or has had; undefined: the ones that the program knows by name. */
  readonly currencies?: readonly Code[];
  /** The rates mean nothing, and their cost is only shown. */
  readonly isMadeUp?: true;
  /** What the source calls its requests; undefined: they are called what they are wanted for. */
  readonly endpoints?: Readonly<Record<Wanted, string>>;
  /** Milliseconds from one publication to the next. */
  updateEvery(): number;
  /** A source without this check needs no key. @param otherwise what works without one @throws Failure */
  checkKey?(otherwise?: string): void;
  /** Reads what `onResponse` was given by a process that died; undefined if it is of no use. */
  read?(request: Request, raw: Raw): Promise<Answer | undefined>;
  /** @throws Failure if a key is lacking */
  open(listener: Listener): Promise<Link>;
}

/** For what one request asks: a day; the days of a month, or any within `most` days; all there are. */
export type Asks =
  | { readonly by: 'day' }
  | { readonly by: 'range'; readonly most: number | 'a month' }
  | { readonly by: 'all' };

export interface Has {
  /** Rates of currencies that are no country's legal tender. */
  readonly alternative: boolean;
  /** Answers that can be shown as they were sent. */
  readonly raw: boolean;
  /** A number of requests that may be sent; each day that is asked for costs one. */
  readonly quota: boolean;
  /** Days have the number of the table in which their rates were published. */
  readonly table?: true;
}

/** What a plan calls the request. */
export function endpointOf(source: Pick<Source, 'asks' | 'endpoints'>, { wanted }: Request): string {
  const { asks, endpoints } = source;
  return asks.by === 'all' ? asks.by : (endpoints?.[wanted] ?? wanted);
}
