import { writtenDay } from '../calendar/written.ts';

/** In words. */
export const longestDay = 5;

/** The days that the words are, some of several words, if they can be read in one way only. */
export function daysInWords(words: readonly string[], now: number): readonly string[] | undefined {
  const [one, ...others] = readingsAsDays(words, now);
  return others.length > 0 ? undefined : one;
}

function readingsAsDays(words: readonly string[], now: number): readonly (readonly string[])[] {
  if (words.length === 0) return [[]];
  const lengths = Array.from({ length: Math.min(longestDay, words.length) }, (_, at) => at + 1);
  return lengths.flatMap((length) => {
    const day = words.slice(0, length).join(' ');
    if (!writtenDay(day, now)) return [];
    return readingsAsDays(words.slice(length), now).map((rest) => [day, ...rest]);
  });
}
