import type { Command } from 'commander';
import { completionScript } from '../cli/completion/script.ts';
import type { Shell } from '../cli/completion/shells.ts';
import type { Host } from '../cli/host.ts';
import { type ExitCode, exit } from '../errors.ts';

/** `ratebook completion <shell>` */
export function completion(shell: Shell, program: Command, { stdout }: Host): ExitCode {
  stdout.write(completionScript(shell, program));
  return exit.ok;
}
