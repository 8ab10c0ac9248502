import type { Command } from 'commander';
import type { Shell } from '../../commands/completion/definition.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { treeOf } from './tree.ts';
import { zshScript } from './zsh.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** The script holds all words itself, so that pressing TAB does not start the program. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](treeOf(program));
}
