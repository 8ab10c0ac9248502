import type { Form, Request } from '../source.ts';

export interface Ask extends Request, Form {}

/** Without the key. */
export function addressOf(ask: Ask, baseUrl: string): URL {
  const series = ask.endpoint === 'time-series';
  const path = ask.endpoint === 'historical' ? `historical/${ask.run.first}` : ask.endpoint;
  const url = new URL(`${baseUrl}/${path}.json`);
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
