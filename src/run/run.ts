import type { App, Host, RunOptions } from '../app.ts';
import { clockError, type Evidence } from '../calendar/day.ts';
import type { Places } from '../config/places.ts';
import { originsOf, resolveAll, type Settings } from '../config/settings.ts';
import type { Code } from '../currencies/code.ts';
import { withEnd } from '../currencies/ended.ts';
import { hundredthIn } from '../currencies/units.ts';
import { type ExitCode, exit, Failure, ifPossible } from '../errors.ts';
import type { RunBudget } from '../fetch/budget.ts';
import type { StoredDays } from '../fetch/stored-days.ts';
import { forUser } from '../hint.ts';
import type { AttemptEvent } from '../http/retry.ts';
import { pivotOf } from '../rates/day-rates.ts';
import type { Connection, Source, SourceEvent, Usage, WholeConnection } from '../sources/source.ts';
import { banksOfAuto, type SourceName, serviceName } from '../sources/table.ts';
import { count, either, grouped } from '../words.ts';
import { sourceOf } from './sources.ts';
import { openStore } from './stores.ts';

/** What a run was told by the options of these names. */
export interface DayOptions
  extends Pick<RunOptions, 'source' | 'storeFolder' | 'demo' | 'showAlternative' | 'concurrency'> {
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
export function startRun(app: App, options: RunOptions = {}, auto = serviceName): Run {
  const { host, reporter } = app;
  const { demo, concurrency, showAlternative: alternative = false } = options;
  const given = { concurrency, source: options.source, store: options.storeFolder, ...options.settings };
  const typed = { ...given, ...(demo && demonstration) };
  const origins = originsOf(host, typed, options.rates !== undefined);
  const settings = resolveAll(origins, auto);
  const clock = app.clock ?? new Clock(app);
  if (options.needsClock) clock.isStrict = true;
  const setup = { ...app, settings, places: origins.places, clock };
  const chosen = settings.source.value;
  const sourceName = chosen === 'auto' ? auto : chosen;
  const source = sourceOf(sourceName, setup, options);
  if (alternative && !source.has.alternative) throw meaningless('--show-alternative', source);
  if (source.isMadeUp) reporter.note('demonstration: the rates are made up');

  const logAttempt = attemptLogger(setup);
  let isGraceReported = false;
  const log = (event: SourceEvent) => {
    if (event.type === 'attempt') logAttempt(event);
    else if (event.type === 'grace') {
      if (!isGraceReported) reporter.note(graceWords(event.grace));
      isGraceReported = true;
    } else if (event.type === 'progress') reporter.received(event.received, event.total);
    else if (event.type === 'warning') reporter.problem(event.failure.message);
    else reporter.debug(() => event.text);
  };
  let connection: Promise<Connection | WholeConnection> | undefined;

  async function connect(): Promise<Connection | WholeConnection> {
    // no bank has either
    if (alternative || options.raw) source.checkKey?.('at once without a key: --demo (made-up rates)');
    clock.check({});
    if (!connection) holdProgram(host);
    // that of the demonstration is no secret
    const key = source.has.quota && !source.isMadeUp ? settings.app_id.value : undefined;
    if (key !== undefined) reporter.hide(key);
    connection ??= source.open({ signal: options.signal ?? host.signal, log });
    return connection;
  }

  async function close(): Promise<void> {
    const opened = await connection?.catch(() => undefined);
    await opened?.close();
  }

  return { ...setup, sourceName, source, alternative, connect, close };
}

/** Closes the connection, and reports what lost responses may have cost. */
export async function endRun(run: Run, budget: RunBudget | undefined): Promise<void> {
  await run.close();
  const line = budget && spentLine(budget);
  if (line) run.reporter.note(line);
}

/** The first code that is not 0; 3 also where a response was put aside, so that older rates stay. */
export function firstOf(codes: readonly (ExitCode | undefined)[], stored: StoredDays | undefined): ExitCode {
  return codes.find(Boolean) ?? (stored?.receiver.putAside.size ? exit.partial : exit.ok);
}

/** `cost 31 to 62 requests (one response of 31 days was lost)`; undefined if no response was lost. */
export function spentLine({ charged, lost, lostResponses }: RunBudget): string | undefined {
  if (lostResponses === 0) return undefined;

  const days = count(lost, 'day');
  const isOne = lostResponses === 1;
  const responses = isOne ? 'one response' : count(lostResponses, 'response');
  const why = `${responses} of ${days} ${isOne ? 'was' : 'were'} lost`;
  return `cost ${grouped(charged)} to ${grouped(charged + lost)} requests (${why})`;
}

const graceWords = (grace: number) =>
  `waiting up to ${grace / 1000} s for responses that are under way; interrupt again to end at once`;

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

function attemptLogger({
  host,
  reporter,
  clock,
}: Pick<Run, 'host' | 'reporter' | 'clock'>): (event: AttemptEvent) => void {
  let isToldUnreached = false;
  return ({ url, attempt, outcome, took, wait, isUnreached, served }) => {
    const again = wait === undefined ? '' : `, retrying in ${(wait / 1000).toFixed(1)} s`;
    reporter.debug(() => `GET ${url.href}, try ${attempt}: ${outcome}, ${Math.round(took)} ms${again}`);
    if (served !== undefined) clock.check({ served });
    if (wait === undefined) return;
    reporter.waiting(wait);
    if (wait >= 5000) reporter.note(`${url.host}: ${outcome}${again}`);
    if (!isUnreached || isToldUnreached || !host.stderr.isTTY) return;
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

/** The time of a run: that of this machine, or of the source once it has answered, whichever is later. */
export class Clock {
  /** Refuses a wrong clock instead of warning of it. */
  isStrict = false;
  /** Why the clock is wrong; undefined as long as nothing has contradicted it. */
  error: string | undefined;
  /** The time at the source, as last heard; undefined before that. */
  served: number | undefined;

  constructor(private readonly app: Pick<App, 'host' | 'reporter'>) {}

  readonly now = (): number => Math.max(this.app.host.now(), this.served ?? 0);

  /** Warns once. @throws Failure if the clock is wrong, and the run needs the right day */
  check(evidence: Evidence): void {
    const error = clockError(this.app.host.now(), evidence);
    if (error && this.isStrict) throw new Failure('bad_clock', error, 'set the clock, and run it again');
    if (error && !this.error) this.app.reporter.problem(error);
    if (error || evidence.served !== undefined) this.error = error;
    this.served = evidence.served ?? this.served;
  }
}

/** The currencies that a run is about, none for all. @param isHad whether any bank has, or had, it */
type CodesAsked = (isHad: (code: Code) => boolean) => Promise<readonly Code[]>;

/**
 * The run itself where a source is named, and for who has or had a key to the service; else one at the rates
 * of the first bank that has all the currencies asked for.
 * @throws a usage error for a currency that no bank has
 */
export async function resolveAuto(run: Run, options: RunOptions, asked: CodesAsked): Promise<Run> {
  // before days are resolved by it
  run.clock.check({});
  // no bank has alternative currencies
  if (run.alternative || !(await lacksKey(run))) return run;

  const banks = banksOfAuto.map((name) => startRun(run, options, name));
  const lacksIn = (code: Code) => banks.every(({ source }) => neverHad(source, code));
  const codes = await asked((code) => !lacksIn(code));
  const bank = banks.find(({ source }) => codes.every((code) => !neverHad(source, code)));
  if (!bank) throw noneHas(codes.filter(lacksIn), banks, run);

  return { ...bank, preface: `rates of the ${bank.source.name}, since no app_id is set` };
}

/** A run at each source that `auto` uses without a key; else the one at the source that is chosen. */
export async function runsOfAuto(app: App, options: RunOptions): Promise<readonly [Run, ...Run[]]> {
  const run = startRun(app, options);
  if (run.alternative || !(await lacksKey(run))) return [run];
  const [first, ...others] = banksOfAuto.map((name) => startRun(app, options, name));
  return first ? [first, ...others] : [run];
}

/** For what is about the days of one source. @throws Failure if neither it is named nor a key set */
export async function startNamedRun(app: App, options: RunOptions): Promise<Run> {
  const run = startRun(app, options);
  if (await lacksKey(run)) run.source.checkKey?.(`say whose days: --source ${either(banksOfAuto)}`);
  return run;
}

/** What `auto` means where all currencies are asked for. */
export async function autoSource(app: App): Promise<SourceName> {
  const run = ifPossible(() => startRun(app));
  return run && (await lacksKey(run)) ? banksOfAuto[0] : serviceName;
}

/** Who has stored days of the service had a key, and never gets other rates instead. */
async function lacksKey(run: Run): Promise<boolean> {
  const { source, app_id, base_url } = run.settings;
  if (source.value !== 'auto' || app_id.origin !== 'default' || base_url.origin !== 'default') return false;

  for (const alternative of [false, true]) {
    const store = ifPossible(() => openStore({ ...run, alternative }));
    if (store && (await store.days()).length > 0) return false;
  }
  return true;
}

/** What words stand for, if they stand for one currency each: what else they are, the run itself says. */
export async function codesOfWords(words: readonly string[]): Promise<readonly Code[]> {
  const { readCodes } = await import('./known-codes.ts');
  const known = { store: undefined, alternative: false };
  const read = (word: string) => ifPossible(() => readCodes([word], known, { note: () => {} })) ?? [];
  return words.flatMap((word) => hundredthIn(word)?.code ?? read(word));
}

function noneHas(codes: readonly Code[], banks: readonly Run[], { source }: Run): Failure {
  const names = banks.map((bank) => `the ${bank.source.name}`);
  const none = names.length > 1 ? `neither ${names.join(' nor ')} has` : `${names.join()} has no`;
  return new Failure(
    'not_in_source',
    `${none} rates of ${codes.join(', ')}`,
    forUser('config', 'set', 'app_id').in((line) => `${source.name} may, with a key: ${line}`),
  );
}

/** What to say of a currency that the source has never had; undefined where it may have it. */
export function neverHad(
  { name, pivot, currencies }: Pick<Source, 'name' | 'pivot' | 'currencies'>,
  code: Code,
): string | undefined {
  if (!currencies || currencies.includes(code) || code === pivotOf(pivot)) return undefined;
  return withEnd(`the ${name} has no rates of ${code}`, code);
}
