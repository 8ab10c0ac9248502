import { unknownWord } from '../errors.ts';
import { either } from '../words.ts';

/**
 * Upper and lower case are the same.
 * @param told those that an error lists @throws a usage error that names `where` the text came from
 */
export function choiceOf<T extends string>(
  text: string,
  choices: readonly T[],
  where: string,
  told: readonly string[] = choices,
): T {
  const choice = choices.find((name) => name.toLowerCase() === text.toLowerCase());
  if (choice) return choice;
  const message = `${where}: ${JSON.stringify(text)} is not one of ${told.join(', ')}`;
  throw unknownWord('bad_value', message, either(allNearest(text, choices).slice(0, 3)) || undefined);
}

export function nearest<T extends string>(word: string, candidates: Iterable<T>): T | undefined {
  const near = allNearest(word, candidates);
  // `bas` is sooner `base` than `base_url`
  const begun = near.filter((candidate) => candidate.startsWith(word.toLowerCase()));
  return begun.sort((one, other) => one.length - other.length)[0] ?? near[0];
}

export function allNearest<T extends string>(word: string, candidates: Iterable<T>): T[] {
  const meant = word.toLowerCase();
  let best: T[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const tolerated = Math.ceil(Math.max(meant.length, candidate.length) / 4);
    const isBegun = meant.length > 2 && candidate.toLowerCase().startsWith(meant);
    // so many edits at least: a long name takes no time
    if (!isBegun && Math.abs(meant.length - candidate.length) > tolerated) continue;
    const distance = isBegun ? 1 : edits(meant, candidate.toLowerCase());
    if (distance > tolerated || distance > least) continue;
    best = distance < least ? [candidate] : [...best, candidate];
    least = distance;
  }
  return best;
}

/** The distance of Damerau and Levenshtein, row by row: in letters that are added, lost, replaced or swapped. */
function edits(from: string, to: string): number {
  const rows: number[][] = [];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= from.length; i++) {
    rows.push([]);
    for (let j = 0; j <= to.length; j++) {
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const ways = [
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + Number(from[i - 1] !== to[j - 1]),
        at(i - 2, j - 2) + (isSwapped ? 1 : 2),
      ];
      rows[i]?.push(i + j === 0 ? 0 : Math.min(...ways));
    }
  }
  return at(from.length, to.length);
}
