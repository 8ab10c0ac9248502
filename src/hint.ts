import { withoutSecrets } from './secrets.ts';
import { inShell } from './words.ts';

/** What to do next: words, or a command line. */
export type Hint = string | ToType;

/** As text, it is quoted as the shell wants it. Addresses lose their secrets. */
export class ToType {
  constructor(
    private readonly words: readonly string[],
    private readonly kind: 'line' | 'options' | 'for the user',
    private readonly sentence = (typed: string) => typed,
  ) {}

  /** With words around it. */
  in(sentence: (typed: string) => string): ToType {
    return new ToType(this.words, this.kind, sentence);
  }

  /** Undefined where a program must not type it. @param argv the line that was typed */
  lineAfter(argv: readonly string[]): readonly string[] | undefined {
    if (this.kind === 'for the user') return undefined;
    const end = argv.indexOf('--');
    const at = end < 0 ? argv.length : end;
    const words = this.kind === 'line' ? this.words : argv.toSpliced(at, 0, ...this.words);
    return ['ratebook', ...words].map(withoutSecrets);
  }

  toString(): string {
    const words = this.kind === 'options' ? this.words : ['ratebook', ...this.words];
    return withoutSecrets(this.sentence(words.map(inShell).join(' ')));
  }
}

/** A whole command line. */
export const ratebook = (...words: readonly string[]) => new ToType(words, 'line');

/**
 * A command line that the user decides on: it changes a setting, or fetches more than the line that was
 * typed.
 */
export const forUser = (...words: readonly string[]) => new ToType(words, 'for the user');

/** The line that was typed, with these options. */
export const also = (...options: readonly string[]) => new ToType(options, 'options');
