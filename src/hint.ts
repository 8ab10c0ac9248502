import { withoutSecrets } from './secrets.ts';
import { inShell } from './words.ts';

/** What to do next: in words, or what to type. */
export type Hint = string | ToType;

/** As text, it is quoted as the shell wants it. Addresses lose their secrets. */
export class ToType {
  constructor(
    private readonly words: readonly string[],
    private readonly kind: 'line' | 'options' | 'for the user',
    private readonly told = (typed: string) => typed,
  ) {}

  /** With words around it. */
  in(told: (typed: string) => string): ToType {
    return new ToType(this.words, this.kind, told);
  }

  /** Undefined where no program is to type it. @param argv what was typed */
  lineAfter(argv: readonly string[]): readonly string[] | undefined {
    if (this.kind === 'for the user') return undefined;
    const end = argv.indexOf('--');
    const at = end < 0 ? argv.length : end;
    const words = this.kind === 'line' ? this.words : argv.toSpliced(at, 0, ...this.words);
    return ['ratebook', ...words].map(withoutSecrets);
  }

  toString(): string {
    const words = this.kind === 'options' ? this.words : ['ratebook', ...this.words];
    return withoutSecrets(this.told(words.map(inShell).join(' ')));
  }
}

/** A whole command line. */
export const ratebook = (...words: readonly string[]) => new ToType(words, 'line');

/** A whole command line that the user is to decide on: it sets something, or asks for more than was asked. */
export const forUser = (...words: readonly string[]) => new ToType(words, 'for the user');

/** What was typed, and these options. */
export const also = (...options: readonly string[]) => new ToType(options, 'options');
