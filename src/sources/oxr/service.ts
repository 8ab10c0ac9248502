import { dayLength } from '../../calendar/day.ts';
import { Failure, failureIn, forUser, ratebook } from '../../errors.ts';
import {
  type GetOptions,
  type HttpResponse,
  isSuccess,
  type Listener,
  openHttpClient,
  servedAt,
} from '../../http/client.ts';
import { requestLimit } from '../../http/limits.ts';
import { type Attempted, failedStatus, retry } from '../../http/retry.ts';
import { isObject, parseJson, scalarText } from '../../json.ts';
import type { ServicePlan, SourceState } from '../../store/state.ts';
import {
  type Connection,
  type KeyOrigin,
  quotaRenewal,
  Refused,
  type SourceResponse,
  type Subscriber,
  type Usage,
} from '../source.ts';
import { parseDays, parseUsage, urlOf, withoutKey } from './responses.ts';

/** @param plan of the key @param state where it is remembered */
export async function connectToService(
  subscriber: Subscriber,
  plan: ServicePlan,
  state: SourceState | undefined,
  listener: Listener,
): Promise<Connection> {
  const { baseUrl, appId = '', keyOrigin, timeout, concurrency, tries, now } = subscriber;
  const { host } = new URL(baseUrl);
  const client = await openHttpClient(subscriber, listener);
  const limit = requestLimit({ atOnce: concurrency, now });
  // a refusal counts for a day, also in later runs
  let hasRanges: boolean | undefined = Math.abs(now() - (plan.refused ?? 0)) < dayLength ? false : undefined;

  /** Where that fails, a later run finds out with one more request. */
  async function setPlan(change: Partial<ServicePlan>) {
    plan = { ...plan, ...change };
    await state?.set({ plan }).catch(failureIn);
  }

  function refuseRanges() {
    hasRanges = false;
    void setPlan({ refused: now() });
  }

  async function get(url: URL, options: GetOptions) {
    const response = await client.get(new URL(`${url}&app_id=${encodeURIComponent(appId)}`), options);
    const redacted = { ...response, body: withoutKey(response.body, appId) };
    return { response: redacted, refusal: refusalOf(redacted, host, keyOrigin) };
  }

  const prepare: Connection['prepare'] = (request, form) => {
    const query = { ...form, ...request };
    const url = urlOf(query, baseUrl);
    const send = async (grace: number): Promise<Attempted<SourceResponse>> => {
      const { response, refusal } = await get(url, { grace });
      if (refusal?.kind === 'quota') await addRenewal(refusal);
      if (refusal) return { response, result: refusal };
      if (!isSuccess(response)) throw failedStatus(response, now());
      return { response, result: parseDays(query, { body: response.body, served: servedAt(response) }) };
    };
    return { send, url, attempts: tries, failed: `request to ${host} failed`, limit, now, log: listener.log };
  };

  /** Free, and asked once, for 5 seconds at most. @throws Failure */
  async function usage(): Promise<Usage> {
    const url = new URL(`${baseUrl}/usage.json?prettyprint=0`);
    const failed = `cannot get the usage from ${host}`;

    async function send(): Promise<Attempted<Usage>> {
      const { response, refusal } = await get(url, { timeout: Math.min(timeout, 5) });
      const usage = isSuccess(response) ? parseUsage(response.body.toString()) : undefined;
      const why = `status ${response.status} without usage data`;
      return { response, result: refusal ?? usage ?? new Failure('service_failed', `${failed}: ${why}`) };
    }

    const usage = await retry(send, { url, attempts: 1, isBrief: true, failed, now, ...listener });
    const { timeSeries = hasRanges, updateFrequency: frequency = plan.frequency } = usage;
    hasRanges = timeSeries;
    const refused = hasRanges ? undefined : plan.refused;
    if (frequency !== plan.frequency) await setPlan({ refused, frequency });
    return usage;
  }

  /** Says on which day the quota resets: the date in the service's own words is a stock phrase. */
  async function addRenewal(refusal: Refused) {
    const found = await usage().catch(() => undefined);
    if (found?.daysRemaining !== undefined)
      refusal.message = refusal.message.replace(' (', `; it resets on ${quotaRenewal(found, now())} (`);
  }

  return { prepare, hasRanges: () => hasRanges, refuseRanges, usage, close: client.close };
}

/**
 * Why the service refuses a request, with what to do about it; undefined for rates, throttling and temporary
 * failures.
 */
export function refusalOf(response: HttpResponse, host: string, origin?: KeyOrigin): Refused | undefined {
  const isSentAsSuccess = isSuccess(response);
  // such an error is short, and says that it is one
  const isRates = isSentAsSuccess && response.body.length > 4000;
  const json = isRates ? undefined : parseJson(response.body.toString());
  const error = isObject(json) && (!isSentAsSuccess || json.error === true) ? json : undefined;
  if (isSentAsSuccess && !error) return undefined;
  const status = isSentAsSuccess && typeof error?.status === 'number' ? error.status : response.status;
  const description = scalarText(error?.description);
  const [word = ''] = /^[a-z_]{1,40}$/.exec(scalarText(error?.message)) ?? [];
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
      const setKey = forUser('config', 'set', 'app_id');
      const inVariable = (line: string) => `give ${origin?.from} another key, or unset it and: ${line}`;
      const hint = origin?.isVariable ? setKey.in(inVariable) : setKey;
      return refused(new Failure('app_id_refused', `${host} ${why} ${reply}`, hint));
    }
    case 'quota':
      return refused(new Failure('quota_used_up', `the quota of this app_id is used up ${reply}`));
    case 'not_allowed': {
      const feature = features.find((name) => new RegExp(name.replace(' ', '.?'), 'i').test(description));
      const message = `the plan of this app_id does not allow ${feature ?? 'this request'} ${reply}`;
      const hint = 'leave out --no-store and --raw to have the rates derived here, on any plan';
      const isDerivable = feature === 'base' || feature === 'symbols';
      return refused(new Failure('not_on_plan', message, ...(isDerivable ? [hint] : [])), feature);
    }
    case 'invalid_base':
      return refused(new Failure('no_rate', `${host} does not know the base ${reply}`));
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

/**
 * By the reason, not the status; but a success, a redirect or an outage says nothing about days and bases.
 */
function kindOf(status: number, word: string): Refused['kind'] | undefined {
  const isTemporary = status >= 500 || status === 429 || status === 408;
  if (word === 'not_allowed') return word;
  if (word === 'access_restricted') return 'quota';
  if (/^(?:missing|invalid)_app_id$|^app_id_inactive$/.test(word)) return 'key';
  if (isTemporary) return undefined;
  if ((word === 'not_available' || word === 'invalid_base') && status >= 400) return word;
  return status === 401 ? 'key' : 'other';
}

/** Of plans. */
const features = ['time series', 'symbols', 'base'] as const;
