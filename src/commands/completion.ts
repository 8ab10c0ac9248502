import type { Command } from 'commander';
import { completionScript, type Shell } from '../cli/completion/script.ts';
import type { Host } from '../cli/host.ts';
import { type ExitCode, exit } from '../errors.ts';

/** `ratebook completion <shell>` */
export function completion(shell: Shell, program: Command, { stdout }: Host): ExitCode {
  stdout.write(completionScript(shell, program));
  return exit.ok;
}
