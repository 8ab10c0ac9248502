import { Failure } from '../../errors.ts';
import { forUser, ratebook } from '../../hint.ts';
import { type HttpResponse, isSuccess, servedAt } from '../../http/client.ts';
import { isObject, parseJson } from '../../json.ts';
import { type KeyOrigin, Refused } from '../source.ts';

type Kind = Refused['kind'];

const kinds: ReadonlyMap<string, Kind> = new Map(
  Object.entries({
    not_available: 'not_available',
    invalid_base: 'invalid_base',
    not_allowed: 'not_allowed',
    missing_app_id: 'key',
    invalid_app_id: 'key',
    app_id_inactive: 'key',
    access_restricted: 'quota',
  }),
);

/**
 * Why the service refuses a request, with what to do about it; undefined for rates, throttling and temporary
 * failures.
 */
export function refusalOf(response: HttpResponse, host: string, origin?: KeyOrigin): Refused | undefined {
  const json = errorIn(response);
  const isSentAsSuccess = isSuccess(response);
  if (isSentAsSuccess && !json) return undefined;
  const status = isSentAsSuccess && typeof json?.status === 'number' ? json.status : response.status;
  const description = textIn(json?.description);
  const [word = ''] = /^[a-z_]{1,40}$/.exec(textIn(json?.message)) ?? [];
  const kind = kindOf(status, word) ?? (isSentAsSuccess ? 'other' : undefined);
  if (!kind) return undefined;

  const reply = `(${status}${word && ` ${word}`})`;
  const refused = (failure: Failure, feature?: Refused['feature']) =>
    new Refused(kind, failure, feature, servedAt(response));
  switch (kind) {
    case 'key': {
      const key = origin ? `the app_id from ${origin.from}` : 'the app_id';
      let why = `refuses ${key}`;
      if (word === 'missing_app_id') why = 'requires an app_id';
      if (word === 'app_id_inactive') why = `says that ${key} is inactive`;
      const hint = origin?.hint ?? forUser('config', 'set', 'app_id');
      return refused(new Failure('app_id_refused', `${host} ${why} ${reply}`, hint));
    }
    case 'quota':
      return refused(new Failure('quota_used_up', `the quota of this app_id is used up ${reply}`));
    case 'not_allowed': {
      const feature = featureIn(description);
      const message = `the plan of this app_id does not allow ${feature ?? 'this request'} ${reply}`;
      const hint = 'leave out --no-store and --raw to have the rates derived here, on any plan';
      const isDerivable = feature === 'base' || feature === 'symbols';
      return refused(new Failure('not_on_plan', message, ...(isDerivable ? [hint] : [])), feature);
    }
    case 'invalid_base': {
      const [, base] = /\[([A-Z0-9_]{2,12})\]/.exec(description) ?? [];
      return refused(
        new Failure('no_rate', `${host} does not know the base${base ? ` ${base}` : ''} ${reply}`),
      );
    }
    case 'not_available':
      return refused(new Failure('request_refused', `${host} does not have the requested rates ${reply}`));
    case 'other':
      return refused(failureOf(status, isSentAsSuccess ? description : '', host, reply));
  }
}

/** Of a refusal that the service gives no known reason for. @param description where no status tells more */
function failureOf(status: number, description: string, host: string, reply: string): Failure {
  if (status === 304)
    return new Failure(
      'service_failed',
      `${host} answered "not modified" ${reply} to an unconditional request`,
      'a proxy or cache in between may be the cause',
    );
  if (status >= 300 && status < 400)
    return new Failure(
      'wrong_address',
      `${host} redirects ${reply}, and redirects are not followed`,
      'set the new address: ratebook config set base_url URL',
    );
  if (status === 404)
    return new Failure(
      'wrong_address',
      `${host} does not know this address ${reply}`,
      ratebook('config', 'get', 'base_url').in((line) => `check it: ${line}`),
    );
  const words = description && `: ${description.slice(0, 200)}`;
  return new Failure('request_refused', `${host} refused the request ${reply}${words}`);
}

/** An error that is sent with the status of a success is short, and says that it is one. */
function errorIn(response: HttpResponse) {
  const isRates = isSuccess(response) && response.body.length > 4000;
  const json = isRates ? undefined : parseJson(response.body.toString());
  return isObject(json) && (!isSuccess(response) || json.error === true) ? json : undefined;
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

/** By the reason, not the status; but a success, a redirect or an outage says nothing about days and bases. */
function kindOf(status: number, word: string) {
  const isTemporary = status >= 500 || status === 429 || status === 408;
  const kind = kinds.get(word);
  const isOfData = kind === 'not_available' || kind === 'invalid_base';
  if (kind && !(isOfData && (isTemporary || status < 400))) return kind;
  if (status === 401) return 'key';
  return isTemporary ? undefined : 'other';
}

function featureIn(description: string) {
  if (/time.?series/i.test(description)) return 'time series';
  if (/symbols/i.test(description)) return 'symbols';
  return /base/i.test(description) ? 'base' : undefined;
}
