import { originsOf, resolveAll, unsetOrigins } from '../config/settings.ts';
import { Failure } from '../errors.ts';
import type { Connection, Listener, Source, Try, Usage, WholeConnection } from '../sources/source.ts';
import { serviceName } from '../sources/table.ts';
import { Clock } from './clock.ts';
import type { Cli, Host, RunTerms, Setup, WithSource } from './host.ts';
import { sourceOf } from './sources.ts';

/** What a run was told by the options of these names. */
export interface Terms extends Pick<RunTerms, 'source' | 'demo' | 'showAlternative' | 'concurrency'> {
  /** Days are read from disk, and stored. */
  readonly store: boolean;
  readonly refresh?: boolean | undefined;
  readonly offline?: boolean | undefined;
  readonly withoutOdd?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  /** Requests; undefined: a person is asked above what is configured. */
  readonly maxCost?: number | undefined;
  readonly yes?: boolean | undefined;
}

export interface Run extends Setup, WithSource {
  /** What is said of the source where it was not chosen by name, once the question is understood. */
  readonly preface?: string;
  /** Its days have the alternative currencies, too. */
  readonly alternative: boolean;
  /** Opens the connection on the first call. @throws Failure if a key is lacking */
  connect(): Promise<Connection | WholeConnection>;
  close(): Promise<void>;
}

/** Options, so that an invalid configuration does not matter. */
const demonstration = { source: 'oxr', app_id: 'demo', base_url: 'http://127.0.0.1' };

/** @param auto whose rates the choice of that name means @throws Failure if the configuration is invalid */
export function startRun(cli: Cli, terms: RunTerms = {}, auto = serviceName): Run {
  const { host, reporter } = cli;
  const { demo, concurrency, showAlternative: alternative = false } = terms;
  const given = { concurrency, source: terms.source, ...terms.settings };
  const options = { ...given, ...(demo && demonstration) };
  const origins = terms.rates === undefined ? originsOf(host, options) : unsetOrigins(host, options);
  const settings = resolveAll(origins, auto);
  const warn = (message: string) => reporter.problem(message);
  const clock = cli.clock ?? new Clock({ now: host.now, warn });
  if (terms.needsClock) clock.isStrict = true;
  const setup = { ...cli, settings, places: origins.places, clock };
  const chosen = settings.source.value;
  const sourceName = chosen === 'auto' ? auto : chosen;
  const source = sourceOf(sourceName, setup, terms);
  if (alternative && !source.has.alternative) throw meaningless('--show-alternative', source);
  if (source.isMadeUp) reporter.note('demonstration: the rates are made up');

  const listener: Listener = {
    signal: terms.signal ?? host.signal,
    onSecret: (text) => reporter.hide(text),
    onTry: teller(setup),
    onDetail: (text) => reporter.debug(() => text),
    onTrouble: ({ message }) => reporter.problem(message),
    onBytes: (came, all) => reporter.received(came, all),
  };
  let connection: Promise<Connection | WholeConnection> | undefined;

  async function connect(): Promise<Connection | WholeConnection> {
    // no bank has either
    if (alternative || terms.raw) source.checkKey?.('at once without a key: --demo (made-up rates)');
    clock.check({});
    if (!connection) holdProgram(host);
    connection ??= source.open(listener);
    return connection;
  }

  async function close(): Promise<void> {
    const opened = await connection?.catch(() => undefined);
    await opened?.close();
  }

  return { ...setup, sourceName, source, alternative, connect, close };
}

/** An option of the service at `base_url` alone. */
export const meaningless = (option: string, { name }: Source) =>
  new Failure(
    'not_in_source',
    `${option} means nothing to the ${name}`,
    `leave ${option} out, or: --source oxr`,
  );

/** Loads all that a run may need: what it has paid for must not be lost to an update. @throws Failure */
export function holdProgram({ loadRest }: Pick<Host, 'loadRest'>): void {
  if (loadRest?.() !== false) return;
  throw new Failure(
    'program_replaced',
    'ratebook was replaced by another version while it ran',
    'type it again',
  );
}

function teller({ host, reporter, clock }: Setup): (attempt: Try) => void {
  let isToldUnreached = false;
  return ({ url, number, outcome, took, wait, unreached, served }) => {
    const again = wait === undefined ? '' : `, retrying in ${(wait / 1000).toFixed(1)} s`;
    reporter.debug(() => `GET ${url.href}, try ${number}: ${outcome}, ${Math.round(took)} ms${again}`);
    if (served !== undefined) clock.check({ served });
    if (wait === undefined) return;
    reporter.waiting(wait);
    if (wait >= 5000) reporter.note(`${url.host}: ${outcome}${again}`);
    if (!unreached || isToldUnreached || !host.stderr.isTTY) return;
    isToldUnreached = true;
    reporter.note(`${url.host} cannot be reached: ${outcome}; trying again`);
  };
}

/** Undefined if there is no quota, or no answer: a run does without. @throws Failure if a key is lacking */
export async function usageIfAnswered(run: Run): Promise<Usage | undefined> {
  const connection = await run.connect();
  try {
    return await connection.usage?.();
  } catch (error) {
    run.host.signal.throwIfAborted();
    if (!(error instanceof Failure) || error.code === 'bad_clock') throw error;
    return undefined;
  }
}
