import { join } from 'node:path';
import { dayAt, isFinished } from '../../calendar/day.ts';
import { isLoopback } from '../../config/values.ts';
import { usd } from '../../currencies/code.ts';
import { Failure, forUser, ifPossible } from '../../errors.ts';
import { type ServicePlan, SourceState } from '../../store/state.ts';
import { storePlaces } from '../../store/store.ts';
import { NotRequested, type RequestScope, type Source, type Subscriber } from '../source.ts';
import { parseDays } from './responses.ts';
import { connectToService } from './service.ts';

export const endpoints = {
  days: 'historical',
  range: 'time-series',
  newest: 'latest',
} as const satisfies Readonly<Record<RequestScope, string>>;

/** Of the service, and of the demonstration that acts like it. */
export const serviceTerms = {
  pivot: { base: usd },
  calendar: { publishes: () => true, due: dayAt, isFinal: isFinished },
  asks: { by: 'range', maxDays: 'a month' },
  newest: 'today',
  isService: true,
  endpoints,
} as const satisfies Partial<Source>;

export const mostAttempts = 5;

/** `openexchangerates.org/api`, or `https@localhost_8787/api` where the scheme is not the usual one. */
export function folderOf(baseUrl: string): string {
  const { protocol, host, hostname, pathname } = new URL(baseUrl);
  const name = host.replaceAll(':', '_');
  const usual = isLoopback(hostname) ? 'http:' : 'https:';
  // `demo-1` is the folder of the demonstration
  const isPlain = protocol === usual && !/^demo-\d+$/.test(name);
  return join(isPlain ? name : protocol.replace(':', '@') + name, ...pathname.split('/'));
}

/** Each day that is asked for costs one request, whichever way. */
export function openExchangeRates(subscriber: Subscriber): Source {
  const { baseUrl, appId } = subscriber;
  const { host } = new URL(baseUrl);
  const folder = folderOf(baseUrl);
  const places = subscriber.state && storePlaces({ store: '', state: subscriber.state, service: folder });
  const state = places ? new SourceState(places, subscriber.now) : undefined;
  const isOpenExchangeRates = host === ownHost;

  /** Of this key, as the state file has it. */
  function plan(): ServicePlan {
    // a hash, since no file but the configuration may have the key; loaded only where a plan is needed
    const { hash } = process.getBuiltinModule('node:crypto');
    const account = hash('sha256', `${baseUrl}\n${appId}`);
    const plan = state?.content.plan;
    return plan?.account === account ? plan : { account };
  }

  function checkKey(otherwise?: string) {
    if (appId === undefined) throw missingKey(baseUrl, otherwise);
  }

  return {
    name: isOpenExchangeRates ? 'Open Exchange Rates' : host,
    terms: isOpenExchangeRates ? ownTerms : `those of ${host}`,
    folder,
    ...serviceTerms,
    updateEvery: () => (plan().frequency ?? hour) * 1000,
    checkKey,
    async read(request, raw) {
      return ifPossible(() => parseDays(request, raw));
    },
    async open(listener) {
      checkKey();
      return connectToService(subscriber, plan(), state, listener);
    },
  };
}

const ownHost = 'openexchangerates.org';

const ownTerms = 'https://openexchangerates.org/terms and https://openexchangerates.org/license';

const hour = 3600;

const withoutKey =
  "at once without a key: --source ecb (the European Central Bank), --source bdi (the Banca d'Italia) " +
  'or --demo (made-up rates)';

function missingKey(baseUrl: string, otherwise = withoutKey): NotRequested {
  const { host, hostname } = new URL(baseUrl);
  const place =
    hostname === ownHost
      ? 'at https://openexchangerates.org/signup (there is a free plan)'
      : `from whoever runs ${host}${isLoopback(hostname) ? '; ratebook serve takes any' : ''}`;
  const why = 'no app_id is set';
  const failure = new Failure(
    'no_app_id',
    `${why}, your key for the service`,
    `get one ${place}`,
    forUser('config', 'set', 'app_id').in((line) => [line, otherwise].filter(Boolean).join(', or ')),
  );
  return new NotRequested(failure, why);
}
