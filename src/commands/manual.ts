import { type ExitCode, exit } from '../errors.ts';
import type { Host } from '../run/host.ts';

export async function manual(page: string, { stdout }: Host): Promise<ExitCode> {
  stdout.write(page);
  return exit.ok;
}
