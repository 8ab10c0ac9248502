import { allSettled, type Fetch, join } from './fetched.ts';
import type { RunFetcher } from './run-fetcher.ts';

/** Every request as planned, nothing kept. */
export function fetchDirect(fetcher: RunFetcher): Fetch {
  return async ({ requests }) => join(await allSettled(requests.map((request) => fetcher.fetch(request))));
}
