import { type ExitCode, exit, Failure } from '../errors.ts';
import type { Reporter } from '../report/reporter.ts';
import type { Completed } from './job.ts';

const mostNamed = 5;

/** @throws the failure, once all else is told */
export function tellForeign({ foreign, failure }: Completed, reporter: Pick<Reporter, 'lack'>): ExitCode {
  if (foreign.length > 0) nameForeign(foreign, reporter);
  if (failure) throw failure;
  return foreign.length > 0 ? exit.partial : exit.ok;
}

function nameForeign(foreign: readonly string[], reporter: Pick<Reporter, 'lack'>): void {
  const more = foreign.length - mostNamed;
  const named = [...foreign.slice(0, mostNamed), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
  const isOne = foreign.length === 1;
  const them = isOne ? 'it' : 'them';
  const message = `not written by ratebook, and left as ${isOne ? 'it is' : 'they are'}: ${named}`;
  reporter.lack(new Failure('foreign_file', message, `move ${them} away or delete ${them}`));
}
