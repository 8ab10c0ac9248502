import { type KeyName, keyNames, shownAs, textOf } from '../../config/keys.ts';
import {
  givenFor,
  type Origin,
  type Origins,
  originsOf,
  resolve,
  variableOf,
} from '../../config/settings.ts';
import { type ExitCode, exit, Failure } from '../../errors.ts';
import type { RecordsFormat } from '../../output/formats.ts';
import type { Column } from '../../output/records.ts';
import { autoSource } from '../../run/auto.ts';
import type { Cli } from '../../run/host.ts';
import { type OutputOptions, printing, printRecords } from '../../run/printing.ts';
import type { SourceName } from '../../sources/table.ts';

interface Item {
  readonly name: KeyName;
  readonly shown: string | undefined;
  readonly from: string;
  readonly problem?: Failure;
}

const columns: readonly Column<Item>[] = [
  { name: 'key', kind: 'text', of: ({ name }) => name },
  {
    name: 'value',
    kind: 'text',
    optional: true,
    of: ({ shown }) => shown,
    table: { text: ({ shown = '-' }) => shown, narrow: 'cut first' },
  },
  { name: 'from', kind: 'text', of: ({ from }) => from, table: { narrow: 'cut' } },
];

/** Prints invalid values as they were given, and fails at the end with the first of them. */
export async function configList(output: OutputOptions<RecordsFormat>, cli: Cli): Promise<ExitCode> {
  const to = printing(output, 'table', cli);
  const origins = originsOf(cli.host);
  const auto = await autoSource(cli);
  const items = keyNames.map((name) => itemOf(name, origins, auto));
  await printRecords({ columns, items, headless: true }, to, cli);

  const wrong = items.find(({ problem }) => problem);
  if (wrong?.problem) throw wrong.problem;
  return exit.ok;
}

function itemOf(name: KeyName, origins: Origins, auto: SourceName): Item {
  try {
    const { value, origin } = resolve(name, origins, auto);
    if (value === undefined) return { name, shown: undefined, from: 'not set' };
    return { name, shown: shownAs(name, textOf(value)), from: placeOf(name, origin, origins) };
  } catch (problem) {
    const given = givenFor(name, origins);
    if (!(problem instanceof Failure && given)) throw problem;
    const text = typeof given.value === 'string' ? given.value : JSON.stringify(given.value);
    return { name, shown: shownAs(name, text), from: placeOf(name, given.origin, origins), problem };
  }
}

function placeOf(name: KeyName, origin: Origin, { file }: Origins): string {
  if (origin === 'environment') return variableOf(name);
  return origin === 'file' ? file.path : origin;
}
