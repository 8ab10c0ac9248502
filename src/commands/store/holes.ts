import { type ExitCode, exit } from '../../errors.ts';
import type { Cli } from '../../run/host.ts';
import { startRun } from '../../run/run.ts';
import { openStore } from '../../run/store.ts';
import type { HolesOptions } from './definition.ts';
import { holesText } from './stored.ts';

/** `ratebook store holes` */
export async function storeHoles(given: HolesOptions, cli: Cli): Promise<ExitCode> {
  const run = startRun(cli, { demo: given.demo });
  const store = openStore(run, given.showAlternative === true);
  const days = await store.days();
  const text = holesText(days);
  if (text === '') run.reporter.note(days.length > 0 ? 'no holes' : 'no days are stored');
  run.host.stdout.write(text);
  return exit.ok;
}
