import { nearest } from './choice.ts';
import { keyNames } from './keys.ts';

const prefix = 'RATEBOOK_';

/** What is said of those variables that ratebook does not read. */
export function unknownAmong(variables: readonly string[]): string[] {
  const known = [...keyNames, 'pager'].map((name) => name.toUpperCase());
  const unknown = variables.map((name) => name.slice(prefix.length)).filter((name) => !known.includes(name));
  return unknown.map((name) => {
    const meant = nearest(name, known);
    return `${prefix}${name} is set, but is no setting${meant ? `; did you mean ${prefix}${meant}?` : ''}`;
  });
}
