import type { Origin } from '../output/format.ts';
import { withoutSecrets } from '../secrets.ts';
import type { Source } from '../sources/source.ts';
import { inPosixShell } from '../words.ts';
import type { Cli } from './host.ts';

/** What a document says of itself. A command of one source has it in its run. */
export interface Originating extends Pick<Cli, 'host'> {
  readonly source?: Source | undefined;
}

export function originOf({ host, source }: Originating): Origin {
  const { name, terms, isMadeUp } = source ?? {};
  // quoted in one way, since a document is the same on every system
  const quoted = (word: string) => inPosixShell(withoutSecrets(word));
  const typed = ['ratebook', ...withoutPlace(host.argv)].map(quoted);
  return {
    command: typed.join(' '),
    source: name !== undefined && terms !== undefined ? { name, terms, isMadeUp } : undefined,
  };
}

/** Without `-o`, `-f` and `-q`, in all the ways to type them. */
function withoutPlace(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') return [...words, ...argv.slice(at)];
    if (/^(-q+|--quiet|-q*[of].+|--(output|format)=.*)$/s.test(word)) continue;
    if (/^(-q*[of]|--(output|format))$/.test(word)) at++;
    else words.push(word);
  }
  return words;
}
