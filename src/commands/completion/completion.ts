import { type ExitCode, exit } from '../../errors.ts';
import type { Host } from '../../run/host.ts';

export function completion(script: string, { stdout }: Host): ExitCode {
  stdout.write(script);
  return exit.ok;
}
