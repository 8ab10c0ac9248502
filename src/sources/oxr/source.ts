import { join } from 'node:path';
import { exit, Failure } from '../../errors.ts';
import { forgetAllIn, Remembered } from '../../store/remembered.ts';
import type { Source } from '../source.ts';
import { folderOf, isLoopback, usd } from './service.ts';

/** Of Open Exchange Rates, or of a service with its interface. */
export interface Subscriber {
  readonly baseUrl: string;
  readonly appId: string | undefined;
  /** Seconds. */
  readonly timeout: number;
  readonly concurrency: number;
  /** Of each request. */
  readonly tries: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder for what is remembered of the plan. */
  readonly state: string;
  readonly now: () => number;
}

/** Each day that is asked for costs one request, whichever way. */
export function openExchangeRates(subscriber: Subscriber): Source {
  const { baseUrl, appId, state } = subscriber;
  const { host } = new URL(baseUrl);
  const folder = folderOf(baseUrl);
  return {
    name: host === ownHost ? 'Open Exchange Rates' : host,
    folder,
    pivot: usd,
    costOf: (days) => days,
    updateEvery: () => (updateFrequency(state, folder).read() ?? hour) * 1000,
    checkKey: (otherwise) => {
      if (appId === undefined) throw missingKey(baseUrl, otherwise);
    },
    read: async (request, came) => (await import('./answer.ts')).answerIfUsable(request, came),
    open: async (listener) => {
      if (appId === undefined) throw missingKey(baseUrl);
      return (await import('./connection.ts')).connect(subscriber, appId, listener);
    },
  };
}

const ownHost = 'openexchangerates.org';

const hour = 3600;

function missingKey(baseUrl: string, otherwise = 'try --demo at once: made-up rates, no key'): Failure {
  const { host, hostname } = new URL(baseUrl);
  const place =
    hostname === ownHost
      ? 'at https://openexchangerates.org/signup (there is a free plan)'
      : `from whoever runs ${host}${isLoopback(hostname) ? '; ratebook serve takes any' : ''}`;
  return new Failure(
    exit.key,
    'no app_id is set, your key for the service',
    `get one ${place}`,
    ['ratebook config set app_id', otherwise].filter(Boolean).join(', or '),
  );
}

const frequenciesIn = (state: string) => join(state, 'update-frequency');

export const refusalsIn = (state: string) => join(state, 'refusals');

/** Seconds from one publication of a service to the next, as its `usage.json` last told. */
export function updateFrequency(state: string, service: string): Remembered<number> {
  return new Remembered(join(frequenciesIn(state), service, 'seconds'), (text) =>
    /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined,
  );
}

/** All that is remembered of plans, for when one may have changed. @throws Failure */
export function forgetPlans(state: string): void {
  forgetAllIn(refusalsIn(state));
  forgetAllIn(frequenciesIn(state));
}
