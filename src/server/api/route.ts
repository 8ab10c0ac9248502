import { notFound } from './error.ts';

export type Route =
  | { readonly endpoint: 'currencies' | 'latest' | 'time-series' | 'usage' }
  | { readonly endpoint: 'historical'; readonly date: string };

const fixed: ReadonlyMap<string, Route> = new Map(
  (['currencies', 'latest', 'time-series', 'usage'] as const).map((endpoint) => [
    `/api/${endpoint}.json`,
    { endpoint },
  ]),
);

/** Compares the path as sent, undecoded, so that each endpoint has one spelling only. @throws ServiceError */
export function parseTarget(target: string): { route: Route; path: string; query: URLSearchParams } {
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  const route = fixed.get(path) ?? historicalRoute(path);
  if (!route) throw notFound();
  return { route, path, query: new URLSearchParams(at < 0 ? '' : target.slice(at + 1)) };
}

function historicalRoute(path: string): Route | undefined {
  const date = /^\/api\/historical\/([\w-]+)\.json$/.exec(path)?.[1];
  return date === undefined ? undefined : { endpoint: 'historical', date };
}

/** For the log: without the key, however it is written, and in printable ASCII. */
export function withoutKey(target: string): string {
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  const pairs = at < 0 ? [] : target.slice(at + 1).split('&');
  const shown = pairs.filter((pair) => pair !== '' && !namesKey(pair));
  const text = shown.length > 0 ? `${path}?${shown.join('&')}` : path;
  return text
    .replace(/app_id.*/i, '')
    .replace(/[^!-~]/g, '?')
    .slice(0, 300);
}

/** Also catches a key that a slip made part of another parameter. */
const namesKey = (pair: string) =>
  /app_id/i.test(new URLSearchParams(pair).toString().replaceAll('%5F', '_'));
