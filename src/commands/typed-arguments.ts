import type { MakeOption } from './options.ts';

/** Of Commander's options. */
interface TypedOption {
  readonly short?: string;
  readonly long?: string;
  /** It takes a value. */
  readonly required: boolean;
}

/** Where the words of a line stand that are neither options nor their values. */
export function argumentPlaces(argv: readonly string[], makers: readonly MakeOption[]): readonly number[] {
  const options = makers.map((make) => make() as TypedOption);
  const takesNext = (word: string) =>
    word.startsWith('--')
      ? options.some(({ long, required }) => long === word && required)
      : endsInValue(word.slice(1), options);

  const end = argv.indexOf('--');
  const places: number[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    const isOption = /^-./.test(word) && (end < 0 || at < end);
    if (isOption && takesNext(word)) at++;
    else if (!isOption && at !== end) places.push(at);
  }
  return places;
}

/**
 * Of short options in one word, `-qs EUR`, the last one may take the next word; `-sEUR` has its own value.
 */
function endsInValue(letters: string, options: readonly TypedOption[]): boolean {
  const at = Array.from(letters).findIndex((letter) =>
    options.some(({ short, required }) => short === `-${letter}` && required),
  );
  return at >= 0 && at === letters.length - 1;
}
