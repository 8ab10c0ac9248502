import type { Host } from '../cli/host.ts';
import type { Reporter } from '../cli/reporter.ts';

/** The person's side of a run. */
export interface Cli {
  readonly host: Host;
  readonly reporter: Reporter;
}
