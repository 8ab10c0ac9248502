import { usageError } from '../errors.ts';
import { nearest } from './nearest.ts';

/** Upper case is fine. @throws a usage error that names `where` the text came from */
export function choiceOf<T extends string>(text: string, choices: readonly T[], where: string): T {
  const choice = choices.find((name) => name === text.toLowerCase());
  if (choice) return choice;
  const meant = nearest(text, choices);
  throw usageError(
    `${where}: ${JSON.stringify(text)} is not one of ${choices.join(', ')}`,
    ...(meant ? [`did you mean ${meant}?`] : []),
  );
}
