import type { Code } from './code.ts';

/** The codes that a sign or everyday name may mean. */
export function codesSaid(_text: string): readonly Code[] {
  return [];
}
