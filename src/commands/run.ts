import type { Cli } from '../cli/cli.ts';
import type { FetchOptions } from '../cli/options.ts';
import type { KeyName } from '../config/keys.ts';
import { places } from '../config/places.ts';
import { readConfig } from '../config/read.ts';
import { resolveAll, type Settings } from '../config/settings.ts';
import { exit, Failure } from '../errors.ts';
import type { Ledger } from '../service/ledger.ts';
import type { Service } from '../service/service.ts';

/** What every command that asks for rates starts from. */
export interface Run extends Cli {
  readonly settings: Settings;
  readonly given: FetchOptions;
}

/** @throws Failure where the configuration is broken */
export function startRun(
  given: FetchOptions,
  options: { readonly [K in KeyName]?: string | undefined },
  { host, reporter }: Cli,
): Run {
  const own = places(host.platform, host.env, host.home);
  const file = readConfig(own.configFile);
  const settings = resolveAll({
    options: { concurrency: given.concurrency, ...options },
    env: host.env,
    file,
    places: own,
  });
  return { host, reporter, settings, given };
}

/** The service that the run asks: the configured one, or the demonstration, started for it and stopped by `close`. */
export async function connectService(run: Run, ledger: Ledger): Promise<Service> {
  const { host, reporter, settings, given } = run;
  const demo = given.demo
    ? await (await import('../server/demo.ts')).startDemo({ now: host.now })
    : undefined;
  if (demo) reporter.note('demonstration: the rates are made up');
  const appId = demo ? 'demo' : (settings.app_id.value ?? missingKey());
  if (!demo) reporter.hide(appId);
  const { openService } = await import('../service/service.ts');
  const service = openService({
    baseUrl: demo?.url ?? settings.base_url.value,
    appId,
    timeout: settings.timeout.value,
    concurrency: settings.concurrency.value,
    ledger,
    env: host.env,
    signal: host.signal,
    now: host.now,
    observe: ({ url, number, outcome, took, wait }) => {
      const again = wait === undefined ? '' : `, again in ${(wait / 1000).toFixed(1)} s`;
      reporter.debug(() => `GET ${url.href}, try ${number}: ${outcome}, ${Math.round(took)} ms${again}`);
      if (wait !== undefined && wait >= 5000) reporter.note(`${url.host}: ${outcome}${again}`);
    },
  });
  const close = async () => {
    await service.close();
    await demo?.close();
  };
  return { ...service, close };
}

function missingKey(): never {
  throw new Failure(
    exit.key,
    'there is no app_id, the key of the service',
    'ratebook config set app_id; or --demo for made-up rates without a key',
  );
}
