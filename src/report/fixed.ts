import type { Code } from '../currencies/code.ts';
import { fixedInWords } from '../currencies/replaced.ts';
import type { Reporter } from './reporter.ts';

export function noteFixed(codes: Iterable<Code>, reporter: Pick<Reporter, 'note'>): void {
  for (const code of codes) reporter.note(`the rate of ${code} is fixed: ${fixedInWords(code)}`);
}

/** @param files that list the currencies though their rates are fixed */
export function warnOfListed(
  codes: Iterable<Code>,
  files: string,
  reporter: Pick<Reporter, 'problem'>,
): void {
  for (const code of codes)
    reporter.problem(`the rate of ${code} is that of ${files}, though by law ${fixedInWords(code)}`);
}
