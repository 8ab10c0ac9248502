import type { Code } from '../currencies/code.ts';
import { hundredthIn } from '../currencies/units.ts';
import { Failure, ifPossible } from '../errors.ts';
import { forUser } from '../hint.ts';
import { neverHad } from '../report/never-had.ts';
import { banksOfAuto, type SourceName, serviceName } from '../sources/table.ts';
import { either } from '../words.ts';
import type { Cli, RunTerms } from './host.ts';
import { type Run, startRun } from './run.ts';
import { openStore } from './stores.ts';

/** The currencies that a run is about, none for all. @param isHad whether any bank has, or had, it */
type Asked = (isHad: (code: Code) => boolean) => Promise<readonly Code[]>;

/**
 * The run itself where a source is named, and for who has or had a key to the service; else one at the rates
 * of the first bank that has all the currencies asked for.
 * @throws a usage error for a currency that no bank has
 */
export async function resolveAuto(run: Run, terms: RunTerms, asked: Asked): Promise<Run> {
  // before days are resolved by it
  run.clock.check({});
  // no bank has alternative currencies
  if (run.alternative || !(await lacksKey(run))) return run;

  const banks = banksOfAuto.map((name) => startRun(run, terms, name));
  const lacksIn = (code: Code) => banks.every(({ source }) => neverHad(source, code));
  const codes = await asked((code) => !lacksIn(code));
  const bank = banks.find(({ source }) => codes.every((code) => !neverHad(source, code)));
  if (!bank) throw noneHas(codes.filter(lacksIn), banks, run);

  return { ...bank, preface: `rates of the ${bank.source.name}, since no app_id is set` };
}

/** For what is about the days of one source. @throws Failure if neither it is named nor a key set */
export async function startNamedRun(cli: Cli, terms: RunTerms): Promise<Run> {
  const run = startRun(cli, terms);
  if (await lacksKey(run)) run.source.checkKey?.(`say whose days: --source ${either(banksOfAuto)}`);
  return run;
}

/** What `auto` means where all currencies are asked for. */
export async function autoSource(cli: Cli): Promise<SourceName> {
  const run = ifPossible(() => startRun(cli));
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
export async function codesMeant(words: readonly string[]): Promise<readonly Code[]> {
  const { readCodes } = await import('./known-codes.ts');
  const known = { store: undefined, alternative: false };
  const read = async (word: string) =>
    hundredthIn(word)?.code ?? (await readCodes([word], known, { note: () => {} }).catch(() => []));
  return (await Promise.all(words.map(read))).flat();
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
