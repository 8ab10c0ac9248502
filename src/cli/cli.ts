import type { Host } from './host.ts';
import type { Reporter } from './reporter.ts';

/** The person's side of a run. */
export interface Cli {
  readonly host: Host;
  readonly reporter: Reporter;
}
