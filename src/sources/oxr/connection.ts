import { dayLength } from '../../calendar/day.ts';
import { Failure, failureIn } from '../../errors.ts';
import { type GetOptions, isSuccess, openHttpClient, servedAt } from '../../http/client.ts';
import { concurrencyLimit } from '../../http/limits.ts';
import { type Attempted, backoff, type RetryPolicy, retry } from '../../http/retry.ts';
import type { SourceState } from '../../store/state.ts';
import { count } from '../../words.ts';
import { failedStatus, givingUp } from '../keyless.ts';
import type {
  Connection,
  Listener,
  Request,
  ResponseForm,
  SourceResponse,
  Subscriber,
  Usage,
} from '../source.ts';
import { refusalOf } from './refusals.ts';
import { type PlanUsage, parseDays, parseUsage, redactor, urlOf } from './responses.ts';
import { accountOf } from './source.ts';

export async function connect(
  subscriber: Subscriber,
  appId: string,
  state: Pick<SourceState, 'plan' | 'setPlan'> | undefined,
  { signal, log }: Listener,
): Promise<Connection> {
  const { baseUrl, keyOrigin, timeout, concurrency, tries, now } = subscriber;
  const { host } = new URL(baseUrl);
  const client = await openHttpClient(new URL(baseUrl), { ...subscriber, signal, log });
  const limit = concurrencyLimit(concurrency);
  const redact = redactor(appId);

  const account = accountOf(subscriber);
  const plan = state?.plan?.account === account ? state.plan : undefined;
  let { frequency, refused } = plan ?? { account };
  let hasTimeSeries: boolean | undefined;
  const remember = () =>
    state?.setPlan({ account, refused, frequency }).catch((error) => {
      log({ type: 'warning', failure: failureIn(error) });
    });

  /** A refusal counts for a day, also in later runs. */
  const hasRanges = () =>
    refused !== undefined && Math.abs(now() - refused) < dayLength ? false : hasTimeSeries;

  function refuseRanges(): void {
    if (hasRanges() === false) return;
    const text = 'this plan has no time series: days are requested one by one, at the same cost';
    log({ type: 'detail', text });
    refused = now();
    // where that fails, a later run may find out with one more request
    void remember();
  }

  async function get(url: URL, options: Pick<GetOptions, 'timeout' | 'grace'>) {
    const keyed = new URL(`${url}&app_id=${encodeURIComponent(appId)}`);
    const { body, ...head } = await client.get(keyed, options);
    const response = { ...head, body: redact(body) };
    return { response, refusal: refusalOf(response, host, keyOrigin) };
  }

  function prepare(request: Request, form: ResponseForm) {
    const query = { ...form, ...request };
    const url = urlOf(query, baseUrl);
    const policy = { attempts: tries, delay: backoff, giveUp: givingUp('request', url) };
    const send = async (grace: number): Promise<Attempted<SourceResponse>> => {
      const { response, refusal } = await get(url, { grace });
      if (refusal) return { response, result: refusal };
      if (!isSuccess(response)) throw failedStatus(response, now());
      return { response, result: parseDays(query, { body: response.body, served: servedAt(response) }) };
    };
    const what = `a request of ${count(request.run.length, 'day')}`;
    return { what, send, url, client, policy, limit, now, log };
  }

  /** Free, and asked once, for 5 seconds at most. @throws Failure */
  async function usage(): Promise<Usage> {
    const url = new URL(`${baseUrl}/usage.json?prettyprint=0`);
    const fail = (reason: string) =>
      new Failure('service_failed', `cannot get the usage from ${host}: ${reason}`);
    const policy: RetryPolicy = { attempts: 1, delay: backoff, giveUp: ({ message }) => fail(message) };

    async function send(): Promise<Attempted<PlanUsage>> {
      const { response, refusal } = await get(url, { timeout: Math.min(timeout, 5) });
      const usage = isSuccess(response) ? parseUsage(response.body.toString()) : undefined;
      const result = refusal ?? usage ?? fail(`status ${response.status} without usage data`);
      return { response, result };
    }

    // whether the service was reached says nothing more of a single attempt
    const only = { client: { hasSent: true }, limit: concurrencyLimit(1) };
    const usage = await retry(send, { ...only, url, policy, signal, now, log });
    hasTimeSeries = usage.timeSeries;
    if (hasTimeSeries) refused = undefined;
    if (usage.updateFrequency !== undefined && usage.updateFrequency !== frequency) {
      frequency = usage.updateFrequency;
      await remember();
    }
    return usage;
  }

  return { prepare, hasRanges, refuseRanges, usage, close: client.close };
}
