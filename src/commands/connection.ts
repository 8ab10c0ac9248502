import { exit, Failure } from '../errors.ts';
import { mostTries } from '../service/retry.ts';
import type { Service, Try } from '../service/service.ts';
import type { Run } from './run.ts';

/** Whether there is a key to ask with; the demonstration has its own. */
export function hasKey({ settings }: Run): boolean {
  return settings.app_id.value !== undefined;
}

export function missingKey(otherwise = '--demo for made-up rates without a key'): Failure {
  return new Failure(
    exit.key,
    'there is no app_id, the key of the service',
    `ratebook config set app_id; or ${otherwise}`,
  );
}

export interface Connecting {
  readonly tries?: number;
  /** Ends what is under way. */
  readonly signal?: AbortSignal;
}

/** The service that the run asks: the configured one, or the demonstration, started for it and stopped by `close`. */
export async function connect(
  run: Run,
  { tries = mostTries, signal = run.host.signal }: Connecting = {},
): Promise<Service> {
  const { host, reporter, settings, given } = run;
  const demo = given.demo && (await (await import('../server/demo.ts')).startDemo({ now: host.now }));
  const appId = settings.app_id.value;
  if (appId === undefined) throw missingKey();
  if (!demo) reporter.hide(appId);
  const { openService } = await import('../service/service.ts');
  const service = openService({
    baseUrl: demo ? demo.url : settings.base_url.value,
    appId,
    timeout: settings.timeout.value,
    concurrency: settings.concurrency.value,
    tries,
    env: host.env,
    signal,
    now: host.now,
    observe: (attempt) => tell(attempt, run),
  });
  const close = async () => {
    await service.close();
    if (demo) await demo.close();
  };
  return { ...service, close };
}

function tell({ url, number, outcome, took, wait }: Try, { reporter }: Run): void {
  const again = wait === undefined ? '' : `, again in ${(wait / 1000).toFixed(1)} s`;
  reporter.debug(() => `GET ${url.href}, try ${number}: ${outcome}, ${Math.round(took)} ms${again}`);
  if (wait !== undefined && wait >= 5000) reporter.note(`${url.host}: ${outcome}${again}`);
}
