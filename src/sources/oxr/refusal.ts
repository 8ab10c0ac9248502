import { exit, Failure, failed, usageError } from '../../errors.ts';
import { isObject, parseJson } from '../../rates/json.ts';
import { type Feature, type RefusalKind, Refused } from '../source.ts';
import { isAnswer, type Response, servedAt } from './exchange.ts';

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
export function refusalOf(response: Response, host: string): Refused | undefined {
  if (isAnswer(response)) return undefined;
  const { status, body } = response;
  const { message, description } = readError(body);
  const kind = kindOf(message, status);
  if (!kind) return undefined;
  const feature = kind === 'not_allowed' ? featureOf(description) : undefined;
  const failure = failureOf(kind, { status, host, message, description, feature });
  return new Refused(kind, failure, feature, servedAt(response));
}

/** Goes by the message, not the status; but an outage or a redirect says nothing about days and bases. */
function kindOf(message: string, status: number): RefusalKind | undefined {
  const mayMend = status >= 500 || status === 429 || status === 408;
  const kind = kinds.get(message);
  const isOfData = kind === 'not_available' || kind === 'invalid_base';
  if (kind && !(isOfData && (mayMend || status < 400))) return kind;
  if (status === 401) return 'key';
  return mayMend ? undefined : 'other';
}

function readError(body: Buffer): { message: string; description: string } {
  const json = parseJson(body.toString());
  if (!isObject(json)) return { message: '', description: '' };
  return { message: word(json.message), description: text(json.description) };
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

const word = (value: unknown) => (typeof value === 'string' && /^[a-z_]{1,40}$/.test(value) ? value : '');

interface Refusal {
  readonly status: number;
  readonly host: string;
  readonly message: string;
  readonly description: string;
  readonly feature: Feature | undefined;
}

function failureOf(kind: RefusalKind, refusal: Refusal): Failure {
  const { status, host, message, description, feature } = refusal;
  const said = `${status}${message && ` ${message}`}`;
  switch (kind) {
    case 'key': {
      const why = whyKeys.get(message) ?? 'refuses the app_id';
      return new Failure(exit.key, `${host} ${why} (${said})`, 'ratebook config set app_id');
    }
    case 'quota': {
      const until = /until \d{4}-\d{2}-\d{2}/.exec(description)?.[0];
      const quota = `the quota of this app_id is used up${until ? ` ${until}` : ''}`;
      return new Failure(exit.refused, `${quota} (${said})`);
    }
    case 'not_allowed': {
      const isDerivable = feature === 'base' || feature === 'symbols';
      return new Failure(
        exit.refused,
        `the plan of this app_id does not allow ${feature ?? 'this request'} (${said})`,
        ...(isDerivable
          ? ['leave out --no-store and --raw to have the rates derived here, on any plan']
          : []),
      );
    }
    case 'invalid_base': {
      const base = /\[([A-Z0-9_]{2,12})\]/.exec(description)?.[1];
      return usageError(`${host} does not know the base${base ? ` ${base}` : ''} (${said})`);
    }
    case 'not_available':
      return failed(`${host} does not have the requested rates (${said})`);
    case 'other':
      return otherFailure(status, said, host);
  }
}

const whyKeys: ReadonlyMap<string, string> = new Map([
  ['missing_app_id', 'requires an app_id'],
  ['app_id_inactive', 'says that the app_id is inactive'],
]);

function featureOf(description: string): Feature | undefined {
  if (/time.?series/i.test(description)) return 'time series';
  if (/symbols/i.test(description)) return 'symbols';
  return /base/i.test(description) ? 'base' : undefined;
}

function otherFailure(status: number, said: string, host: string): Failure {
  if (status === 304)
    return failed(
      `${host} answered "not modified" (${said}) to an unconditional request`,
      'a proxy or cache in between may be the cause',
    );
  if (status >= 300 && status < 400)
    return failed(
      `${host} redirects (${said}), and redirects are not followed`,
      'set the new address: ratebook config set base_url URL',
    );
  if (status === 404)
    return failed(`${host} does not know this address (${said})`, 'check it: ratebook config get base_url');
  return failed(`${host} refused the request (${said})`);
}
