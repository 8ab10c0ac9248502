import type { Command } from 'commander';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { treeOf } from './tree.ts';
import { zshScript } from './zsh.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** What the shell must be given to complete the program's words; it answers a TAB without starting the program. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](treeOf(program));
}
