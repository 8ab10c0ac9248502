import { Failure } from '../../errors.ts';
import { forUser, ratebook } from '../../hint.ts';
import { type HttpResponse, isSuccess, servedAt } from '../../http/client.ts';
import { isObject, type JsonObject, parseJson } from '../../json.ts';
import { type Feature, type KeyOrigin, type RefusalKind, Refused } from '../source.ts';

const kinds: ReadonlyMap<string, RefusalKind> = new Map([
  ['not_available', 'not_available'],
  ['invalid_base', 'invalid_base'],
  ['not_allowed', 'not_allowed'],
  ['missing_app_id', 'key'],
  ['invalid_app_id', 'key'],
  ['app_id_inactive', 'key'],
  ['access_restricted', 'quota'],
]);

/** Undefined for rates, throttling and temporary failures. */
export function refusalOf(response: HttpResponse, host: string, origin?: KeyOrigin): Refused | undefined {
  const { status } = response;
  const json = errorIn(response);
  if (isSuccess(response) && !json) return undefined;
  const [reason, description] = [textIn(json?.message), textIn(json?.description)];
  const word = /^[a-z_]{1,40}$/.test(reason) ? reason : '';
  const kind = kindOf(status, word);
  if (!kind) return undefined;
  const refusal = { status, word, description, host, origin };
  const feature = kind === 'not_allowed' ? featureIn(description) : undefined;
  return new Refused(kind, failureOf(kind, refusal), feature, servedAt(response));
}

/** An error that is sent with the status of a success is short, and says that it is one. */
function errorIn(response: HttpResponse): JsonObject | undefined {
  const isRates = isSuccess(response) && response.body.length > 4000;
  const json = isRates ? undefined : parseJson(response.body.toString());
  return isObject(json) && (!isSuccess(response) || json.error === true) ? json : undefined;
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

/** By the reason, not the status; but an outage or a redirect says nothing about days and bases. */
function kindOf(status: number, word: string): RefusalKind | undefined {
  const isTemporary = status >= 500 || status === 429 || status === 408;
  const kind = kinds.get(word);
  const isOfData = kind === 'not_available' || kind === 'invalid_base';
  const isRedirect = status >= 300 && status < 400;
  if (kind && !(isOfData && (isTemporary || isRedirect))) return kind;
  if (status === 401) return 'key';
  return isTemporary ? undefined : 'other';
}

function featureIn(description: string): Feature | undefined {
  if (/time.?series/i.test(description)) return 'time series';
  if (/symbols/i.test(description)) return 'symbols';
  return /base/i.test(description) ? 'base' : undefined;
}

interface Refusal {
  readonly status: number;
  /** The reason, such as `not_allowed`; empty if there is none. */
  readonly word: string;
  readonly description: string;
  readonly host: string;
  readonly origin: KeyOrigin | undefined;
}

/** A refusal in words, with what to do about it. */
function failureOf(kind: RefusalKind, { status, word, description, host, origin }: Refusal): Failure {
  const response = `(${status}${word && ` ${word}`})`;

  switch (kind) {
    case 'key': {
      const key = origin ? `the app_id from ${origin.from}` : 'the app_id';
      let why = `refuses ${key}`;
      if (word === 'missing_app_id') why = 'requires an app_id';
      if (word === 'app_id_inactive') why = `says that ${key} is inactive`;
      const hint = origin?.hint ?? forUser('config', 'set', 'app_id');
      return new Failure('app_id_refused', `${host} ${why} ${response}`, hint);
    }

    case 'quota':
      return new Failure('quota_used_up', `the quota of this app_id is used up ${response}`);

    case 'not_allowed': {
      const feature = featureIn(description);
      const message = `the plan of this app_id does not allow ${feature ?? 'this request'} ${response}`;
      const hint = 'leave out --no-store and --raw to have the rates derived here, on any plan';
      return new Failure('not_on_plan', message, ...(feature && feature !== 'time series' ? [hint] : []));
    }

    case 'invalid_base': {
      const [, base] = /\[([A-Z0-9_]{2,12})\]/.exec(description) ?? [];
      return new Failure('no_rate', `${host} does not know the base${base ? ` ${base}` : ''} ${response}`);
    }

    case 'not_available':
      return new Failure('request_refused', `${host} does not have the requested rates ${response}`);
  }

  if (status === 304)
    return new Failure(
      'service_failed',
      `${host} answered "not modified" ${response} to an unconditional request`,
      'a proxy or cache in between may be the cause',
    );
  if (status >= 300 && status < 400)
    return new Failure(
      'wrong_address',
      `${host} redirects ${response}, and redirects are not followed`,
      'set the new address: ratebook config set base_url URL',
    );
  if (status === 404)
    return new Failure(
      'wrong_address',
      `${host} does not know this address ${response}`,
      ratebook('config', 'get', 'base_url').in((line) => `check it: ${line}`),
    );
  // of an error that is sent as a success, its status says nothing
  const words = status < 300 && description ? `: ${description.slice(0, 200)}` : '';
  return new Failure('request_refused', `${host} refused the request ${response}${words}`);
}
