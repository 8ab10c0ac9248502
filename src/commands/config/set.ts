import type { App, Host } from '../../app.ts';
import { set } from '../../config/change.ts';
import { defaultOf, type KeyName, keys, textOf } from '../../config/keys.ts';
import { places } from '../../config/places.ts';
import { configFileOf, variableOf } from '../../config/settings.ts';
import { type Code, parseCode } from '../../currencies/code.ts';
import { isFormer } from '../../currencies/names.ts';
import { type ExitCode, exit, Failure, failureIn, ifPossible } from '../../errors.ts';
import { forUser, ratebook } from '../../hint.ts';
import type { Known } from '../../run/known-codes.ts';
import { startRun } from '../../run/run.ts';
import { openStore } from '../../run/stores.ts';
import { keyNamed } from './config.ts';

export async function configSet(word: string, value: string | undefined, app: App): Promise<ExitCode> {
  const { host, reporter } = app;
  const name = keyNamed(word);
  const isRead = value === undefined || (value === '-' && name === 'app_id');
  const typed = isRead ? await askFor(name, app) : value;
  const isOfCodes = name === 'base' || name === 'symbols';
  const text = isOfCodes ? await inCodes(name, typed, app) : typed;
  await set(name, text, configFileOf(host), host.signal);

  const variable = variableOf(name);
  const other = host.env[variable];
  if (other && other !== text)
    reporter.problem(
      `saved, but ${variable} is set and goes before it: unset ${variable} to use what was saved`,
    );
  if (name !== 'app_id') return exit.ok;

  await forgetPlan(app);
  if (host.stdin.isTTY && host.stderr.isTTY) await (await import('../usage.ts')).tellPlan(text, app);
  return exit.ok;
}

async function askFor(name: KeyName, { host, reporter }: App): Promise<string> {
  const { stdin, prompt } = host;
  const message = `config set ${name} needs a value`;
  // an example: nothing to be tried, since it changes a setting
  if (name !== 'app_id')
    throw new Failure(
      'missing_argument',
      message,
      `${ratebook('config', 'set', name, exampleOf(name, host))}`,
    );
  if (stdin.isTTY && reporter.isForProgram)
    throw new Failure(
      'missing_argument',
      message,
      'it is read from a pipe: printenv KEY | ratebook config set app_id',
    );
  const answer = stdin.isTTY ? prompt.secret('app_id (not shown)') : prompt.firstLine();
  return (await answer).trim();
}

function exampleOf(name: KeyName, host: Host): string {
  const usual = defaultOf(name, places(host));
  if (usual !== undefined) return textOf(usual);
  return name === 'format' ? 'csv' : '100';
}

async function inCodes(name: 'base' | 'symbols', typed: string, app: App): Promise<string> {
  const given = keys[name].parse(typed, name);
  if (given === '*') return given;

  const { readCodes } = await import('../../run/known-codes.ts');
  // whoever keeps a symbol may always mean to ask with --show-alternative
  const known = { ...storedDays(name, typed, app), alternative: true };
  const words = typeof given === 'string' ? [given] : given;
  const codes = await readCodes(words, known, app.reporter).catch((error) => {
    const failure = failureIn(error);
    if (words.some((word) => isFormer(word as Code)))
      throw new Failure(failure.code, failure.message, forUser('config', 'set', 'source', 'ecb'));
    const newest = ratebook('historical', 'yesterday').in(
      (line) => `if the service has it, store a day of it first: ${line}`,
    );
    const mayBe = failure.exitCode === exit.usage && words.every(parseCode);
    throw mayBe ? failure.hinting(newest) : failure;
  });
  return textOf(codes);
}

/**
 * None if there is no folder for stored days, or if another setting is wrong: this one need not wait for it.
 */
function storedDays(name: KeyName, typed: string, app: App): Pick<Known, 'store' | 'source'> {
  const stored = ifPossible(() => {
    const run = startRun(app, { settings: { [name]: typed } });
    return { store: openStore(run), source: run.source };
  });
  return stored ?? { store: undefined };
}

/** A new key may have another plan. If this fails, what was known of the old one counts for a while yet. */
async function forgetPlan({ host, reporter }: App): Promise<void> {
  const { forgetPlans } = await import('../../sources/oxr/plan.ts');
  try {
    forgetPlans(places(host).state);
  } catch (error) {
    reporter.problem(failureIn(error).message);
  }
}
