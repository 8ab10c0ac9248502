import type { Command } from 'commander';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import type { Shell } from './shells.ts';
import { treeOf } from './tree.ts';
import { zshScript } from './zsh.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** What the shell must be given to complete the program's words; it answers a TAB without starting the program. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](treeOf(program));
}
