import { unset } from '../../config/change.ts';
import { nearest } from '../../config/choice.ts';
import { type KeyName, keyNames, shownAs, textOf } from '../../config/keys.ts';
import { configFileOf, originsOf, resolve } from '../../config/settings.ts';
import { type ExitCode, exit, Failure, unknownWord } from '../../errors.ts';
import { autoSource } from '../../run/auto.ts';
import type { Cli } from '../../run/host.ts';

export async function configGet(word: string, cli: Cli): Promise<ExitCode> {
  const { host } = cli;
  const name = keyNamed(word);
  const { value } = resolve(name, originsOf(host), await autoSource(cli));
  if (value === undefined) throw new Failure('not_set', `${name} is not set`);
  host.stdout.write(`${shownAs(name, textOf(value))}\n`);
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

/** What people expect a setting to be called. */
const otherNames: ReadonlyMap<string, KeyName> = new Map(
  Object.entries({
    api_key: 'app_id',
    apikey: 'app_id',
    currencies: 'symbols',
    currency: 'base',
    key: 'app_id',
    token: 'app_id',
    url: 'base_url',
  }),
);

/** @throws a usage error for another word */
export function keyNamed(word: string): KeyName {
  const name = keyNames.find((key) => key === word);
  if (name) return name;
  // what follows may be the key for the service
  const message = `unknown config key ${JSON.stringify(word.replace(/=.+/s, '=…'))}`;
  const meant = otherNames.get(word.toLowerCase()) ?? nearest(word, keyNames);
  throw unknownWord('unknown_key', message, meant, `the keys are ${keyNames.join(', ')}`);
}
