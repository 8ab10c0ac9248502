import { beforeAll, describe, expect, it } from 'vitest';
import { completionScript, treeOf } from '../../completions/generate/script.ts';
import { everyCommand } from '../../completions/generate/tree.ts';
import type { App } from '../../src/app.ts';
import { createProgram } from '../../src/cli/program.ts';
import { keyNames } from '../../src/config/settings.ts';
import { inWhole } from '../support/whole.ts';
import { Completing, installed, shells } from './press-tab.ts';

// Nothing is run, so nothing of the world outside is needed.
const program = await createProgram({} as App, () => {});
const commands = [...everyCommand(treeOf(program))];

for (const shell of shells) {
  const path = installed(shell);

  describe.skipIf(!path).concurrent(`the program's completion in ${shell}`, () => {
    let completing: Completing;
    beforeAll(() => {
      completing = new Completing(shell, path ?? '', completionScript(shell, program));
    });

    const offered = async (line: string) => new Set((await completing.press(line)).map(({ word }) => word));

    const some = commands.filter((_, at) => at % inWhole(1, 3) === 0);
    const named = some.map((command) => [command.path.join(' '), command] as const);
    it.each(named)('offers what %s takes', async (line, { options, commands }) => {
      const long = options.flatMap(({ flags }) => flags).filter((flag) => flag.startsWith('--'));
      expect(await offered(`${line} --`)).toEqual(new Set(long));
      if (commands.length > 0) {
        expect(await offered(`${line} `)).toEqual(new Set(commands.map(({ path }) => path.at(-1))));
      }
    });

    it('offers the keys of the configuration', async () => {
      expect(await offered('ratebook config get ')).toEqual(new Set(keyNames));
      expect(await offered('ratebook config set ')).toEqual(new Set(keyNames));
    });
  });
}
