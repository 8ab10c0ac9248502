import { Failure } from '../../errors.ts';
import { forUser, ratebook } from '../../hint.ts';
import { type HttpResponse, isSuccess, servedAt } from '../../http/client.ts';
import { isObject, parseJson } from '../../json.ts';
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
  if (isSuccess(response)) return undefined;
  const { status } = response;
  const json = parseJson(response.body.toString());
  const [message, description] = isObject(json) ? [text(json.message), text(json.description)] : ['', ''];
  const reason = /^[a-z_]{1,40}$/.test(message) ? message : '';
  const kind = kindOf(status, reason);
  if (!kind) return undefined;
  const failure = failureOf(kind, { status, reason, description, host, origin });
  return new Refused(
    kind,
    failure,
    kind === 'not_allowed' ? featureOf(description) : undefined,
    servedAt(response),
  );
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** By the reason, not the status; but an outage or a redirect says nothing about days and bases. */
function kindOf(status: number, reason: string): RefusalKind | undefined {
  const isTemporary = status >= 500 || status === 429 || status === 408;
  const kind = kinds.get(reason);
  const isOfData = kind === 'not_available' || kind === 'invalid_base';
  if (kind && !(isOfData && (isTemporary || status < 400))) return kind;
  if (status === 401) return 'key';
  return isTemporary ? undefined : 'other';
}

function featureOf(description: string): Feature | undefined {
  if (/time.?series/i.test(description)) return 'time series';
  if (/symbols/i.test(description)) return 'symbols';
  return /base/i.test(description) ? 'base' : undefined;
}

interface RefusalText {
  readonly status: number;
  /** A word, such as `not_allowed`; empty if there is none. */
  readonly reason: string;
  readonly description: string;
  readonly host: string;
  readonly origin: KeyOrigin | undefined;
}

/** A refusal in words, with what to do about it. */
function failureOf(kind: RefusalKind, { status, reason, description, host, origin }: RefusalText): Failure {
  const response = `(${status}${reason && ` ${reason}`})`;

  switch (kind) {
    case 'key': {
      const key = origin ? `the app_id from ${origin.from}` : 'the app_id';
      let why = `refuses ${key}`;
      if (reason === 'missing_app_id') why = 'requires an app_id';
      if (reason === 'app_id_inactive') why = `says that ${key} is inactive`;
      const hint = origin?.hint ?? forUser('config', 'set', 'app_id');
      return new Failure('app_id_refused', `${host} ${why} ${response}`, hint);
    }

    case 'quota': {
      const [until = ''] = / until \d{4}-\d{2}-\d{2}/.exec(` ${description}`) ?? [];
      return new Failure('quota_used_up', `the quota of this app_id is used up${until} ${response}`);
    }

    case 'not_allowed': {
      const feature = featureOf(description);
      const isDerivable = feature === 'base' || feature === 'symbols';
      return new Failure(
        'not_on_plan',
        `the plan of this app_id does not allow ${feature ?? 'this request'} ${response}`,
        ...(isDerivable
          ? ['leave out --no-store and --raw to have the rates derived here, on any plan']
          : []),
      );
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
  return new Failure('request_refused', `${host} refused the request ${response}`);
}
