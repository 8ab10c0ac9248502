import { type ExitCode, exit } from '../../errors.ts';
import type { Host } from '../../run/host.ts';

// 127: as if it were not installed, where it cannot show a page from stdin
const viewer = 'man -l - 2>/dev/null || exit 127';

/** A terminal shows the page as `man` does, anything else gets its source. */
export async function manual(page: string, host: Host): Promise<ExitCode> {
  const isShown = host.stdout.isTTY === true && (await host.page(page, viewer));
  if (!isShown) host.stdout.write(page);
  return exit.ok;
}
