import { unknownWord } from '../errors.ts';
import { either } from '../words.ts';

/**
 * Upper and lower case are the same.
 * @param listed those that an error lists @throws a usage error that names `where` the text is from
 */
export function choiceOf<T extends string>(
  text: string,
  choices: readonly T[],
  where: string,
  listed: readonly string[] = choices,
): T {
  const choice = choices.find((name) => name.toLowerCase() === text.toLowerCase());
  if (choice) return choice;
  const message = `${where}: ${JSON.stringify(text)} is not one of ${listed.join(', ')}`;
  throw unknownWord('bad_value', message, either(allNearest(text, choices).slice(0, 3)) || undefined);
}

/** `bas` is rather `base` than `base_url`. */
export const nearest = <T extends string>(word: string, candidates: Iterable<T>): T | undefined =>
  allNearest(word, candidates).sort((one, other) => one.length - other.length)[0];

/** Those with the fewest edits, if these are few enough for a typing error. */
export function allNearest<T extends string>(word: string, candidates: Iterable<T>): T[] {
  const typed = word.toLowerCase();
  const all = Array.from(candidates, (candidate) => ({
    candidate,
    distance: distanceOf(typed, candidate.toLowerCase()),
  }));
  const least = Math.min(...all.map(({ distance }) => distance));
  return all.flatMap(({ candidate, distance }) => (distance === least && least < far ? candidate : []));
}

const far = Number.POSITIVE_INFINITY;

/** The distance of Damerau and Levenshtein, in letters that are added, lost, replaced or swapped. */
function distanceOf(from: string, to: string): number {
  if (from.length > 2 && to.startsWith(from)) return 1;
  const limit = Math.ceil(Math.max(from.length, to.length) / 4);
  // the least number of edits: a long word takes no time
  if (Math.abs(from.length - to.length) > limit) return far;

  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const distances = [
        last[j],
        row[j - 1],
        from[i - 1] === to[j - 1] ? Number(last[j - 1]) - 1 : last[j - 1],
        isSwapped ? before[j - 2] : far,
      ];
      row.push(1 + Math.min(...distances.map(Number)));
    }
    [before, last] = [last, row];
  }
  const edits = Number(last[to.length]);
  return edits <= limit ? edits : far;
}
