import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { isLoopback } from '../../http/client.ts';
import type { DayBudget } from '../days/day-budget.ts';
import { invalidAppId, invalidCallback, noRoute, ServiceError } from './error.ts';
import type { ApiQuestion, Endpoint } from './question.ts';
import type { Account, Accounts, ApiFeature, ApiRequest, Guests } from './service.ts';

/** Undefined if a browser asks whether a page may send the request. @throws ServiceError */
export function admit(
  guests: Guests,
  { headers, method }: IncomingMessage,
  question: ApiQuestion,
): Endpoint | undefined {
  const { endpoint, callback, query } = question;
  keepOutPages(guests, headers, query.has('callback'));

  if (query.get('callback') && !callback) throw invalidCallback();
  if (!endpoint) throw noRoute();
  if (method === 'GET' || method === 'HEAD') return endpoint;
  if (method === 'OPTIONS' && guests.origins.includes(headers.origin ?? '')) return undefined;
  throw new ServiceError(405, 'method_not_allowed', 'Only GET and HEAD are supported.');
}

/** A page elsewhere can get here through a browser, or by a host name that leads to this address. */
function keepOutPages({ hosts, origins }: Guests, headers: IncomingHttpHeaders, isCall: boolean): void {
  const { host = '', origin, referer } = headers;
  const name = host.replace(/:\d{1,5}$/, '').toLowerCase();
  if (!isLoopback(name) && !hosts.includes(name))
    throw forbidden(
      'Only requests to a loopback address (localhost, 127.0.0.1, [::1]) or an allowed host are accepted.',
    );

  if (origin !== undefined && isCall)
    throw forbidden('Requests with an `Origin` and a `callback` are refused.');
  if (origin !== undefined && origins.includes(origin)) return;

  // images send no origin, old browsers only a referer
  for (const page of [origin, referer])
    if (page !== undefined && !(URL.canParse(page) && isLoopback(new URL(page).hostname)))
      throw forbidden('Requests from web pages elsewhere are refused.');
  if (headers['sec-fetch-site'] === 'cross-site')
    throw forbidden('Requests from web pages of another site are refused.');
}

const forbidden = (why: string) => new ServiceError(403, 'forbidden', why);

/** Headers that let a page of an allowed origin read the answer, and send a key. */
export function sharing({ origins }: Guests, { origin = '' }: IncomingHttpHeaders): OutgoingHttpHeaders {
  if (origins.length === 0) return {};
  const allowed = origins.includes(origin) && { 'Access-Control-Allow-Origin': origin, ...forPages };
  return { Vary: 'Origin', ...allowed };
}

const forPages = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'Authorization',
  'Access-Control-Allow-Private-Network': 'true',
};

/** For these keys alone. The time that the comparison takes tells nothing of them. */
export function accountsOf(ids: readonly string[], accounts: Accounts): Accounts {
  const secret = randomBytes(32);
  const digest = (id: string) => createHmac('sha256', secret).update(id).digest();
  const known = ids.map(digest);
  return (appId) => {
    const given = digest(appId);
    if (known.filter((one) => timingSafeEqual(one, given)).length === 0) throw invalidAppId();
    return accounts(appId);
  };
}

/** @throws ServiceError without a key, or for a refused one */
export function identify({ service, appId }: ApiRequest): Account {
  if (appId) return service.accounts(appId);
  throw new ServiceError(
    401,
    'missing_app_id',
    'No App ID provided. Give yours as `app_id` or `Authorization: Token`.',
  );
}

const features: Readonly<Record<ApiFeature, readonly [what: string, plans: string]>> = {
  base: ['Changing the `base` currency', 'Developer, Enterprise and Unlimited'],
  symbols: ['Limiting the rates to `symbols`', 'Developer, Enterprise and Unlimited'],
  'time-series': ['The `time-series` endpoint', 'Enterprise and Unlimited'],
  convert: ['The `convert` endpoint', 'Unlimited'],
};

/** @throws ServiceError */
export function permit({ plan }: Account, feature: ApiFeature): void {
  const [what, plans] = features[feature];
  if (!plan.features[feature])
    throw new ServiceError(403, 'not_allowed', `${what} is available for ${plans} plan clients.`);
}

/** Every key shares one account whose quota is the daily budget; days are charged when they are fetched. */
export function budgetAccounts(budget: DayBudget): Accounts {
  const account: Account = {
    plan: {
      name: 'ratebook serve',
      updateFrequency: 'hourly',
      features: { base: true, symbols: true, 'time-series': true, convert: true },
      quota: budget.max(),
      period: 'day',
    },
    get requests() {
      return budget.spent;
    },
    charge: () => {},
    refund: () => {},
  };
  return () => account;
}
