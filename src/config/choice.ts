import { Misspelt, usageError } from '../errors.ts';
import { nearest } from './nearest.ts';

/** Upper and lower case are the same. @throws a usage error that names `where` the text came from */
export function choiceOf<T extends string>(text: string, choices: readonly T[], where: string): T {
  const choice = choices.find((name) => name.toLowerCase() === text.toLowerCase());
  if (choice) return choice;
  const meant = nearest(text, choices);
  const message = `${where}: ${JSON.stringify(text)} is not one of ${choices.join(', ')}`;
  throw meant ? new Misspelt(message, meant) : usageError(message);
}
