import { join } from 'node:path';

/** The folders of one kind of days of one service. */
export interface StorePlaces {
  /** One file a day, at the path of the day's own URL. */
  readonly days: string;
  readonly claims: string;
  readonly gaps: string;
  readonly damaged: string;
  readonly older: string;
}

/** Where the days of a service are, by its name: host and path of its address, or the demonstration's. */
export function storePlaces(
  store: string,
  state: string,
  service: string,
  alternative: boolean,
): StorePlaces {
  const kind = alternative ? 'historical-alternative' : 'historical';
  const stateOf = (what: string) => join(state, what, service, kind);
  return {
    days: join(store, service, kind),
    claims: stateOf('claims'),
    gaps: stateOf('gaps'),
    damaged: stateOf('damaged'),
    older: stateOf('older'),
  };
}

/** `openexchangerates.org/api`; a colon cannot stand in a file name everywhere. */
export function serviceName(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  return join(host.replaceAll(':', '_'), ...pathname.split('/'));
}
