import { dayLength } from '../../calendar/day.ts';
import { Failure, failureIn } from '../../errors.ts';
import { type GetOptions, isSuccess, openHttpClient, servedAt } from '../../http/client.ts';
import { concurrencyLimit } from '../../http/limits.ts';
import { type Attempted, retry } from '../../http/retry.ts';
import type { ServicePlan, SourceState } from '../../store/state.ts';
import { count } from '../../words.ts';
import { failedStatus } from '../keyless.ts';
import {
  type Connection,
  type Listener,
  quotaRenewal,
  Refused,
  type SourceResponse,
  type Subscriber,
  type Usage,
} from '../source.ts';
import { refusalOf } from './refusals.ts';
import { parseDays, parseUsage, redactor, urlOf } from './responses.ts';
import { accountOf } from './source.ts';

/** @param state with the plan of the key */
export async function connect(
  subscriber: Subscriber & { readonly appId: string },
  state: SourceState | undefined,
  { signal, log }: Listener,
): Promise<Connection> {
  const { baseUrl, appId, keyOrigin, timeout, concurrency, tries, now } = subscriber;
  const { host } = new URL(baseUrl);
  const client = await openHttpClient(new URL(baseUrl), { ...subscriber, signal, log });
  const limit = concurrencyLimit(concurrency);
  const redact = redactor(appId);

  const account = accountOf(subscriber);
  let plan: ServicePlan = state?.plan?.account === account ? state.plan : { account };
  // a refusal counts for a day, also in later runs
  let hasRanges: boolean | undefined = Math.abs(now() - (plan.refused ?? 0)) < dayLength ? false : undefined;

  /** Where that fails, a later run may find out with one more request. */
  async function setPlan(news: Partial<ServicePlan>) {
    plan = { ...plan, ...news };
    await state?.setPlan(plan).catch((error) => log({ type: 'warning', failure: failureIn(error) }));
  }

  function refuseRanges() {
    if (hasRanges === false) return;
    hasRanges = false;
    const text = 'this plan has no time series: days are requested one by one, at the same cost';
    log({ type: 'detail', text });
    void setPlan({ refused: now() });
  }

  async function get(url: URL, options: GetOptions) {
    const response = await client.get(new URL(`${url}&app_id=${encodeURIComponent(appId)}`), options);
    const redacted = { ...response, body: redact(response.body) };
    return { response: redacted, refusal: refusalOf(redacted, host, keyOrigin) };
  }

  const prepare: Connection['prepare'] = (request, form) => {
    const query = { ...form, ...request };
    const url = urlOf(query, baseUrl);
    const send = async (grace: number): Promise<Attempted<SourceResponse>> => {
      const { response, refusal } = await get(url, { grace });
      if (refusal?.kind === 'quota') return { response, result: await withRenewal(refusal) };
      if (refusal) return { response, result: refusal };
      if (!isSuccess(response)) throw failedStatus(response, now());
      return { response, result: parseDays(query, { body: response.body, served: servedAt(response) }) };
    };
    const what = `a request of ${count(request.run.length, 'day')}`;
    const policy = { attempts: tries, failed: `request to ${host} failed` };
    return { what, send, url, policy, limit, now, log };
  };

  /** Free, and asked once, for 5 seconds at most. @throws Failure */
  async function usage(): Promise<Usage> {
    const url = new URL(`${baseUrl}/usage.json?prettyprint=0`);
    const failed = `cannot get the usage from ${host}`;
    const policy = { attempts: 1, isBrief: true, failed };

    async function send(): Promise<Attempted<Usage>> {
      const { response, refusal } = await get(url, { timeout: Math.min(timeout, 5) });
      const usage = isSuccess(response) ? parseUsage(response.body.toString()) : undefined;
      const why = `status ${response.status} without usage data`;
      return { response, result: refusal ?? usage ?? new Failure('service_failed', `${failed}: ${why}`) };
    }

    const usage = await retry(send, { url, policy, signal, now, log });
    const { timeSeries = hasRanges, updateFrequency: frequency = plan.frequency } = usage;
    hasRanges = timeSeries;
    const refused = hasRanges ? undefined : plan.refused;
    if (frequency !== plan.frequency) await setPlan({ refused, frequency });
    return usage;
  }

  /** With the day on which the quota resets: the date in the service's own words is a stock phrase. */
  async function withRenewal(refusal: Refused) {
    const found = await usage().catch(() => undefined);
    if (found?.daysRemaining === undefined) return refusal;
    const message = refusal.message.replace(' (', `; it resets on ${quotaRenewal(found, now())} (`);
    return new Refused('quota', new Failure(refusal.code, message), undefined, refusal.served);
  }

  return { prepare, hasRanges: () => hasRanges, refuseRanges, usage, close: client.close };
}
