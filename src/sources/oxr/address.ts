import type { AnswerForm, Request } from '../source.ts';
import { endpoints } from './service.ts';

/** What is asked of the service. */
export interface Query extends Request, Partial<AnswerForm> {}

/** Without the key. */
export function addressOf(query: Query, baseUrl: string): URL {
  const { wanted, run, base, symbols, alternative, prettyprint } = query;
  const endpoint = endpoints[wanted];
  const path = wanted === 'days' ? `${endpoint}/${run.first}` : endpoint;
  const url = new URL(`${baseUrl}/${path}.json`);
  url.search = [
    ...(wanted === 'range' ? [`start=${run.first}`, `end=${run.last}`] : []),
    ...(base ? [`base=${base}`] : []),
    ...(symbols ? [`symbols=${symbols.join(',')}`] : []),
    ...(alternative ? ['show_alternative=1'] : []),
    `prettyprint=${prettyprint ? 1 : 0}`,
  ].join('&');
  return url;
}
