import { Failure } from '../../errors.ts';
import { forUser, ratebook } from '../../hint.ts';
import { FailedAttempt, type HttpResponse, isSuccess, servedAt } from '../../http/client.ts';
import { retryAfter } from '../../http/retry.ts';
import { isObject, parseJson } from '../../json.ts';
import { type Feature, type KeyOrigin, type RefusalKind, Refused } from '../source.ts';

/** Why a response is neither rates nor a refusal. */
export function temporaryFailure(response: HttpResponse, now: number): FailedAttempt {
  const { status } = response;
  const isThrottled = status === 429;
  return new FailedAttempt(isThrottled ? 'throttled (429)' : `status ${status}`, {
    sent: true,
    // a gateway lost the answer of the service behind it
    isFree: status !== 502 && status !== 504,
    isThrottled,
    retryAfter: retryAfter(response, now),
  });
}

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
  const told = readError(response);
  const kind = kindOf(told);
  if (!kind) return undefined;
  const feature = kind === 'not_allowed' ? featureOf(told.description) : undefined;
  const failure = failureOf(kind, { feature, told, host, origin });
  return new Refused(kind, failure, feature, servedAt(response));
}

/** By the message, not the status; but an outage or a redirect says nothing about days and bases. */
function kindOf({ status, message }: Told): RefusalKind | undefined {
  const mayMend = status >= 500 || status === 429 || status === 408;
  const kind = kinds.get(message);
  const isOfData = kind === 'not_available' || kind === 'invalid_base';
  if (kind && !(isOfData && (mayMend || status < 400))) return kind;
  if (status === 401) return 'key';
  return mayMend ? undefined : 'other';
}

function readError({ status, body }: HttpResponse): Told {
  const json = parseJson(body.toString());
  if (!isObject(json)) return { status, message: '', description: '' };
  return { status, message: word(json.message), description: text(json.description) };
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

const word = (value: unknown) => (typeof value === 'string' && /^[a-z_]{1,40}$/.test(value) ? value : '');

function featureOf(description: string): Feature | undefined {
  if (/time.?series/i.test(description)) return 'time series';
  if (/symbols/i.test(description)) return 'symbols';
  return /base/i.test(description) ? 'base' : undefined;
}

/** What the service says of an error. */
interface Told {
  readonly status: number;
  /** A word, such as `not_allowed`; empty if there is none. */
  readonly message: string;
  readonly description: string;
}

interface Refusal {
  /** What the plan lacks. */
  readonly feature: Feature | undefined;
  readonly told: Told;
  readonly host: string;
  readonly origin: KeyOrigin | undefined;
}

const derivedHere = 'leave out --no-store and --raw to have the rates derived here, on any plan';

/** A refusal in words, with what to do about it. */
function failureOf(kind: RefusalKind, { feature, told, host, origin }: Refusal): Failure {
  const { status, message, description } = told;
  const said = `${status}${message && ` ${message}`}`;

  switch (kind) {
    case 'key': {
      const key = origin ? `the app_id from ${origin.from}` : 'the app_id';
      return new Failure(
        'app_id_refused',
        `${host} ${whyKey(message, key)} (${said})`,
        origin?.hint ?? forUser('config', 'set', 'app_id'),
      );
    }

    case 'quota': {
      const until = /until \d{4}-\d{2}-\d{2}/.exec(description)?.[0];
      const quota = `the quota of this app_id is used up${until ? ` ${until}` : ''}`;
      return new Failure('quota_used_up', `${quota} (${said})`);
    }

    case 'not_allowed': {
      const isDerivable = feature === 'base' || feature === 'symbols';
      return new Failure(
        'not_on_plan',
        `the plan of this app_id does not allow ${feature ?? 'this request'} (${said})`,
        ...(isDerivable ? [derivedHere] : []),
      );
    }

    case 'invalid_base': {
      const base = /\[([A-Z0-9_]{2,12})\]/.exec(description)?.[1];
      return new Failure('no_rate', `${host} does not know the base${base ? ` ${base}` : ''} (${said})`);
    }

    case 'not_available':
      return new Failure('request_refused', `${host} does not have the requested rates (${said})`);

    case 'other':
      return otherFailure(status, said, host);
  }
}

function whyKey(message: string, key: string): string {
  if (message === 'missing_app_id') return 'requires an app_id';
  return message === 'app_id_inactive' ? `says that ${key} is inactive` : `refuses ${key}`;
}

function otherFailure(status: number, said: string, host: string): Failure {
  if (status === 304)
    return new Failure(
      'service_failed',
      `${host} answered "not modified" (${said}) to an unconditional request`,
      'a proxy or cache in between may be the cause',
    );

  if (status >= 300 && status < 400)
    return new Failure(
      'wrong_address',
      `${host} redirects (${said}), and redirects are not followed`,
      'set the new address: ratebook config set base_url URL',
    );

  if (status === 404)
    return new Failure(
      'wrong_address',
      `${host} does not know this address (${said})`,
      ratebook('config', 'get', 'base_url').in((line) => `check it: ${line}`),
    );
  return new Failure('request_refused', `${host} refused the request (${said})`);
}
