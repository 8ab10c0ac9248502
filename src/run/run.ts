import type { App, Host, RunOptions } from '../app.ts';
import { clockError, type Evidence } from '../calendar/day.ts';
import type { Places } from '../config/places.ts';
import { originsOf, resolveAll, type Settings } from '../config/settings.ts';
import type { Code } from '../currencies/code.ts';
import { type ExitCode, exit, Failure, forUser, ifPossible } from '../errors.ts';
import type { RunBudget } from '../fetch/budget.ts';
import type { StoredDays } from '../fetch/stored-days.ts';
import type { ClientEvent } from '../http/client.ts';
import { demonstration } from '../sources/demo.ts';
import { neverHad, type Source, type Usage } from '../sources/source.ts';
import { banksOfAuto, type SourceName, serviceName } from '../sources/table.ts';
import { count, either, grouped } from '../words.ts';
import { openStore, sourceNamed } from './days.ts';

/** The options of these names. */
export interface DayOptions extends RunOptions {
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

export interface Run extends App {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly places: Places;
  readonly sourceName: SourceName;
  readonly source: Source;
  /** A note that names a source that was not chosen by name. */
  readonly sourceNote?: string;
  /** Its days have the alternative currencies, too. */
  readonly alternative: boolean;
  /** Opens the connection on the first call. @throws Failure if a key is missing */
  connect(): ReturnType<Source['open']>;
  close(): Promise<void>;
}

/** Options, so that an invalid configuration does not matter. */
const demoSettings = { source: 'oxr', app_id: 'demo', base_url: 'http://127.0.0.1' };

/** @param auto whose rates the choice of that name means @throws Failure if the configuration is invalid */
export function startRun(app: App, options: RunOptions = {}, auto = serviceName): Run {
  const { host, reporter } = app;
  const { demo, concurrency, showAlternative: alternative = false } = options;
  const { source: typedSource, storeFolder: store, settings: others } = options;
  const typed = { concurrency, source: typedSource, store, ...others, ...(demo && demoSettings) };
  const origins = originsOf(host, typed, options.rates !== undefined);
  const settings = resolveAll(origins, auto);
  const clock = app.clock ?? openClock(app);
  if (options.needsClock) clock.isStrict = true;
  const setup = { ...app, settings, places: origins.places, clock };
  const chosen = settings.source.value;
  const sourceName = chosen === 'auto' ? auto : chosen;
  const source = demo ? demonstration(clock.now) : sourceNamed(sourceName, setup, options.tries);
  if (alternative && !source.isService) throw meaningless('--show-alternative', source);
  if (source.isMadeUp) reporter.note('demonstration: the rates are made up');

  let connection: ReturnType<Source['open']> | undefined;

  async function connect() {
    if (connection) return connection;
    // no bank has either
    if (alternative || options.raw) source.checkKey?.('at once without a key: --demo (made-up rates)');
    clock.check({});
    holdProgram(host);
    // that of the demonstration is no secret
    const key = source.isService && !source.isMadeUp ? settings.app_id.value : undefined;
    if (key !== undefined) reporter.secret = key;
    connection = source.open({
      signal: options.signal ?? host.signal,
      log: (event) => logEvent(event, setup),
    });
    return connection;
  }

  async function close() {
    const opened = await connection?.catch(() => undefined);
    await opened?.close();
  }

  return { ...setup, sourceName, source, alternative, connect, close };
}

/** Closes the connection, and notes what lost responses may have cost. */
export async function endRun({ close, reporter }: Run, budget: RunBudget | undefined): Promise<void> {
  await close();
  if (!budget?.lostResponses) return;
  const { charged, lost, lostResponses } = budget;
  const isOne = lostResponses === 1;
  const responses = isOne ? 'one response' : count(lostResponses, 'response');
  const why = `${responses} of ${count(lost, 'day')} ${isOne ? 'was' : 'were'} lost`;
  reporter.note(`cost ${grouped(charged)} to ${grouped(charged + lost)} requests (${why})`);
}

/** The first code that is not 0; 3 also where a response was put aside, so that older rates stay. */
export function firstExitCode(
  codes: readonly (ExitCode | undefined)[],
  stored: StoredDays | undefined,
): ExitCode {
  return codes.find(Boolean) ?? (stored?.putAside.size ? exit.partial : exit.ok);
}

/** An option of the service at `base_url` alone. */
export const meaningless = (option: string, { name }: Source) =>
  new Failure(
    'not_in_source',
    `${option} means nothing to the ${name}`,
    `leave ${option} out, or: --source oxr`,
  );

/** Loads the whole program, so that an update cannot lose days that were paid for. @throws Failure */
export function holdProgram({ loadRest }: Host): void {
  if (loadRest?.() !== false) return;
  throw new Failure(
    'program_replaced',
    'ratebook was replaced by another version while it ran',
    'run the command again',
  );
}

function logEvent(event: ClientEvent, { host, reporter, clock }: Pick<Run, 'host' | 'reporter' | 'clock'>) {
  if (event.type === 'progress') return reporter.progress?.received(event.received);
  if (event.type === 'grace')
    return reporter.noteOnce(
      `waiting up to ${event.grace / 1000} s for responses that are under way; interrupt again to end at once`,
    );

  const { url, attempt, outcome, took, wait, isUnreached, served } = event;
  const again = wait === undefined ? '' : `, retrying in ${(wait / 1000).toFixed(1)} s`;
  reporter.debug(`GET ${url.href}, try ${attempt}: ${outcome}, ${Math.round(took)} ms${again}`);
  if (served !== undefined) clock.check({ served });
  if (wait === undefined) return;
  reporter.progress?.waiting(wait);
  if (wait >= 5000) reporter.note(`${url.host}: ${outcome}${again}`);
  if (isUnreached && host.stderr.isTTY)
    reporter.noteOnce(`${url.host} cannot be reached: ${outcome}; trying again`);
}

/**
 * Undefined without a quota, or if the request fails: a run continues. @throws Failure if a key is missing
 */
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

export type Clock = ReturnType<typeof openClock>;

/** The time of a run: that of this machine, or of the source once it has answered, whichever is later. */
function openClock({ host, reporter }: App) {
  const clock = {
    /** Refuses a wrong clock instead of warning of it. */
    isStrict: false,
    /** The time at the source, as last heard; undefined before that. */
    served: undefined as number | undefined,

    now: (): number => Math.max(host.now(), clock.served ?? 0),

    /**
     * Warns once of each contradiction. @throws Failure if the clock is wrong, and the run needs the right
     * day
     */
    check(evidence: Evidence): void {
      const error = clockError(host.now(), evidence);
      if (error && clock.isStrict) throw new Failure('bad_clock', error, 'set the clock, and run it again');
      if (error) reporter.problemOnce(error);
      clock.served = evidence.served ?? clock.served;
    },
  };
  return clock;
}

/**
 * The run itself where a source is named, and for who has or had a key to the service; else one at the rates
 * of the first bank that has all the currencies.
 * @param codesOf the currencies that the run is about, none for all; is told whether any bank has, or had,
 * one
 * @throws a usage error for a currency that no bank has
 */
export async function resolveAuto(
  run: Run,
  options: RunOptions,
  codesOf: (isHad: (code: Code) => boolean) => Promise<readonly Code[]>,
): Promise<Run> {
  // before days are resolved by it
  run.clock.check({});
  if (run.alternative || !lacksKey(run)) return run;
  const banks = banksOfAuto.map((name) => startRun(run, options, name));
  const isInNone = (code: Code) => banks.every(({ source }) => neverHad(source, code));
  const codes = await codesOf((code) => !isInNone(code));
  const bank = banks.find(({ source }) => codes.every((code) => !neverHad(source, code)));
  if (!bank)
    throw new Failure(
      'not_in_source',
      `neither ${banks.map(({ source }) => `the ${source.name}`).join(' nor ')} has rates of ${codes.filter(isInNone).join(', ')}`,
      forUser('config', 'set', 'app_id').in((line) => `${run.source.name} may, with a key: ${line}`),
    );
  return { ...bank, sourceNote: `rates of the ${bank.source.name}, since no app_id is set` };
}

/** A run at each source that `auto` uses without a key; else the one at the source that is chosen. */
export function runsOfAuto(app: App, options: RunOptions): readonly [Run, ...Run[]] {
  const run = startRun(app, options);
  // no bank has alternative currencies
  if (run.alternative || !lacksKey(run)) return [run];
  const [first = run, ...others] = banksOfAuto.map((name) => startRun(run, options, name));
  return [first, ...others];
}

/** For commands about the days of one source. @throws Failure if it is not named and no key is set */
export function startNamedRun(app: App, options: RunOptions): Run {
  const run = startRun(app, options);
  if (lacksKey(run)) run.source.checkKey?.(`choose a source: --source ${either(banksOfAuto)}`);
  return run;
}

/** The source of `auto` where all currencies are requested. */
export function autoSource(app: App): SourceName {
  const run = ifPossible(() => startRun(app));
  return run && lacksKey(run) ? banksOfAuto[0] : serviceName;
}

/** A user with stored days of the service had a key, and never gets other rates instead. */
function lacksKey(run: Run) {
  const { source, app_id, base_url } = run.settings;
  if (source.value !== 'auto' || app_id.origin !== 'default' || base_url.origin !== 'default') return false;

  return [false, true].every((alternative) => {
    const store = ifPossible(() => openStore({ ...run, alternative }));
    return !store || store.days().length === 0;
  });
}
