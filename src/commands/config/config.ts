import { set, unset } from '../../config/change.ts';
import { nearest } from '../../config/choice.ts';
import { type KeyName, keyNames, keys, shownAs, textOf, type Values } from '../../config/keys.ts';
import { places } from '../../config/places.ts';
import { configFileOf, givenFor, resolve, type Sources, sourcesOf, variableOf } from '../../config/settings.ts';
import { type ExitCode, exit, Failure, failed, failureIn, unknownWord, usageError } from '../../errors.ts';
import type { RecordsFormat } from '../../output/formats.ts';
import type { Column } from '../../output/records.ts';
import { parseCode } from '../../rates/code.ts';
import type { Cli, Host } from '../../run/host.ts';
import type { Output } from '../../run/output.ts';
import { printing, printRecords } from '../../run/printing.ts';
import { folderOf } from '../../sources/oxr/service.ts';
import { storePlaces } from '../../store/places.ts';
import { damagedWords, Store } from '../../store/store.ts';

interface Setting {
  readonly name: KeyName;
  readonly shown: string | undefined;
  readonly from: string;
  readonly problem?: Failure;
}

const columns: readonly Column<Setting>[] = [
  { name: 'key', kind: 'text', of: ({ name }) => name },
  {
    name: 'value',
    kind: 'text',
    optional: true,
    of: ({ shown }) => shown,
    table: { text: ({ shown = '-' }) => shown, narrow: 'cut' },
  },
  { name: 'from', kind: 'text', of: ({ from }) => from, table: { narrow: 'cut' } },
];

/** Prints invalid values as they were given, and fails at the end with the first of them. */
export async function configList(output: Output<RecordsFormat>, cli: Cli): Promise<ExitCode> {
  const to = printing(output, 'table', cli);
  const sources = sourcesOf(cli.host);
  const items = keyNames.map((name) => settingOf(name, sources));
  await printRecords({ columns, items, headless: true }, to, cli);
  const wrong = items.find(({ problem }) => problem);
  if (wrong?.problem) throw wrong.problem;
  return exit.ok;
}

export function configGet(word: string, { host }: Cli): ExitCode {
  const name = keyNamed(word);
  const { value } = resolve(name, sourcesOf(host));
  if (value === undefined) throw failed(`${name} is not set`);
  host.stdout.write(`${shownAs(name, textOf(value))}\n`);
  return exit.ok;
}

export async function configSet(word: string, value: string | undefined, cli: Cli): Promise<ExitCode> {
  const { host, reporter } = cli;
  const name = keyNamed(word);
  const typed = value ?? (await askFor(name, host));
  const text = name === 'base' || name === 'symbols' ? await inCodes(keys[name].parse(typed, name), cli) : typed;
  await set(name, text, configFileOf(host), host.signal);
  const variable = variableOf(name);
  if (![undefined, '', text].includes(host.env[variable]))
    reporter.problem(`saved, but ${variable} is set and goes before it: unset ${variable} to use what was saved`);
  if (name !== 'app_id') return exit.ok;
  await forgetPlan(cli);
  if (host.stdin.isTTY && host.stderr.isTTY) await (await import('../usage/usage.ts')).tellPlan(text, cli);
  return exit.ok;
}

/** Also removes unknown keys that the file contains. */
export async function configUnset(word: string, { host }: Cli): Promise<ExitCode> {
  if (!(await unset(word, configFileOf(host), host.signal))) keyNamed(word);
  return exit.ok;
}

export function configPath({ host }: Cli): ExitCode {
  host.stdout.write(`${configFileOf(host)}\n`);
  return exit.ok;
}

async function inCodes(given: Values['base'] | Values['symbols'], { host, reporter }: Cli): Promise<string> {
  if (given === '*') return given;
  const { readCodes } = await import('../../run/known-codes.ts');
  const sources = sourcesOf(host);
  const folder = resolve('store', sources).value;
  const service = folderOf(resolve('base_url', sources).value);
  const store =
    folder === undefined
      ? undefined
      : new Store({
          places: storePlaces(folder, sources.places.state, service, false),
          now: host.now,
          onDamaged: (file) => reporter.problem(`the stored file of ${file.day} ${damagedWords(file)}`),
        });
  // whoever keeps a symbol may always mean to ask with --show-alternative
  const words = typeof given === 'string' ? [given] : given;
  const codes = await readCodes(words, { store, alternative: true }, reporter).catch((error) => {
    const failure = failureIn(error);
    const newest = 'if the service has it, store a day of it first: ratebook historical yesterday';
    const mayBe = failure.exitCode === exit.usage && words.every(parseCode);
    throw mayBe ? failure.hinting(newest) : failure;
  });
  return textOf(codes);
}

/** A new key may have another plan. A failure only means that what was known of the old one counts for a while yet. */
async function forgetPlan({ host, reporter }: Cli): Promise<void> {
  const { forgetPlans } = await import('../../sources/oxr/known-plans.ts');
  try {
    forgetPlans(places(host).state);
  } catch (error) {
    reporter.problem(failureIn(error).message);
  }
}

function settingOf(name: KeyName, sources: Sources): Setting {
  try {
    const { value, source } = resolve(name, sources);
    if (value === undefined) return { name, shown: undefined, from: 'not set' };
    return { name, shown: shownAs(name, textOf(value)), from: placeOf(name, source, sources) };
  } catch (problem) {
    const given = givenFor(name, sources);
    if (!(problem instanceof Failure && given)) throw problem;
    const text = typeof given.value === 'string' ? given.value : JSON.stringify(given.value);
    return { name, shown: shownAs(name, text), from: placeOf(name, given.source, sources), problem };
  }
}

function placeOf(name: KeyName, source: string, { file }: Sources): string {
  if (source === 'environment') return variableOf(name);
  return source === 'file' ? file.path : source;
}

async function askFor(name: KeyName, { stdin, prompt }: Host): Promise<string> {
  if (name !== 'app_id') throw usageError(`config set ${name} needs a value`, `ratebook config set ${name} VALUE`);
  const answer = stdin.isTTY ? prompt.secret('app_id (not shown)') : prompt.firstLine();
  return (await answer).trim();
}

function keyNamed(word: string): KeyName {
  const name = keyNames.find((key) => key === word);
  if (name) return name;
  const message = `unknown config key ${JSON.stringify(word)}`;
  throw unknownWord(message, nearest(word, keyNames), `the keys are ${keyNames.join(', ')}`);
}
