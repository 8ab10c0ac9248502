import { Failure } from '../errors.ts';
import type { Connection, Source, Try, Usage } from '../sources/source.ts';
import type { Cli } from './host.ts';
import { type RunTerms, readSetup, type Setup } from './setup.ts';
import { sourceOf } from './sources.ts';

export interface Run extends Setup {
  readonly source: Source;
  /** Opens the connection on the first call. @throws Failure if a key is lacking */
  connect(): Promise<Connection>;
  close(): Promise<void>;
}

/** @throws Failure if the configuration is invalid */
export function startRun(cli: Cli, terms: RunTerms = {}): Run {
  const setup = readSetup(cli, terms);
  const { host, reporter } = cli;
  const source = (cli.sourceOf ?? sourceOf)(setup, terms);
  if (source.isMadeUp) reporter.note('demonstration: the rates are made up');
  let connection: Promise<Connection> | undefined;
  return {
    ...setup,
    settings: inPivot(setup.settings, source),
    source,
    connect: () => {
      connection ??= source.open({
        signal: terms.signal ?? host.signal,
        onSecret: (text) => reporter.hide(text),
        onTry: (attempt) => tell(attempt, cli),
        onDetail: (text) => reporter.debug(() => text),
        onTrouble: ({ message }) => reporter.problem(message),
      });
      return connection;
    },
    close: async () => (await connection?.catch(() => undefined))?.close(),
  };
}

/** Rates are relative to what the source publishes them in, unless somebody wants another base. */
function inPivot(settings: Setup['settings'], { pivot }: Source): Setup['settings'] {
  const { source } = settings.base;
  return source === 'default' ? { ...settings, base: { value: pivot, source } } : settings;
}

/** Undefined if there is no quota, or no answer: a run does without. @throws Failure if a key is lacking */
export async function usageIfAnswered(run: Run): Promise<Usage | undefined> {
  const connection = await run.connect();
  try {
    return await connection.usage?.();
  } catch (error) {
    run.host.signal.throwIfAborted();
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}

function tell({ url, number, outcome, took, wait }: Try, { reporter }: Cli): void {
  const again = wait === undefined ? '' : `, retrying in ${(wait / 1000).toFixed(1)} s`;
  reporter.debug(() => `GET ${url.href}, try ${number}: ${outcome}, ${Math.round(took)} ms${again}`);
  if (wait !== undefined) reporter.waiting(wait);
  if (wait !== undefined && wait >= 5000) reporter.note(`${url.host}: ${outcome}${again}`);
}
