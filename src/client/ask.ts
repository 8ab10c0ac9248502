import type { DayRun } from '../calendar/runs.ts';
import type { Code } from '../rates/code.ts';

/** One request for rates. */
export interface Ask {
  readonly endpoint: 'historical' | 'time-series';
  /** A single day for `historical`. */
  readonly run: DayRun;
  /** Sent only where it is given. */
  readonly base?: Code | undefined;
  /** Sent only where it is given. */
  readonly symbols?: readonly Code[] | undefined;
  readonly alternative: boolean;
  readonly prettyprint: boolean;
}

/** The address of a request, without the key. */
export function addressOf(ask: Ask, baseUrl: string): URL {
  const series = ask.endpoint === 'time-series';
  const url = new URL(`${baseUrl}/${series ? 'time-series' : `historical/${ask.run.first}`}.json`);
  const query = [
    ...(series ? [`start=${ask.run.first}`, `end=${ask.run.last}`] : []),
    ...(ask.base ? [`base=${ask.base}`] : []),
    ...(ask.symbols ? [`symbols=${ask.symbols.join(',')}`] : []),
    ...(ask.alternative ? ['show_alternative=1'] : []),
    `prettyprint=${ask.prettyprint ? 1 : 0}`,
  ];
  url.search = query.join('&');
  return url;
}
