import { isObject, parseJson } from '../../json.ts';
import { isAnswer, type Response, servedAt } from '../http/exchange.ts';
import { NoAnswer } from '../http/no-answer.ts';
import { retryAfter } from '../http/waits.ts';
import { type Feature, type KeyOrigin, type RefusalKind, Refused } from '../source.ts';
import { failureOf, type Told } from './refused.ts';

/** Why a response is neither rates nor a refusal. */
export function temporaryFailure({ status, headers }: Response, now: number): NoAnswer {
  const throttled = status === 429;
  // a gateway lost the answer of the service behind it
  const lost = status === 502 || status === 504;
  const after = retryAfter(headers['retry-after']?.toString(), now);
  return new NoAnswer(throttled ? 'throttled (429)' : `status ${status}`, { lost, throttled, after });
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
export function refusalOf(response: Response, host: string, origin?: KeyOrigin): Refused | undefined {
  if (isAnswer(response)) return undefined;
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

function readError({ status, body }: Response): Told {
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
