import type { Document } from '../format.ts';

/** What the numbers are, which the codes complete. */
export function heading({ base, inverted }: Pick<Document, 'base' | 'inverted'>): string {
  return inverted ? `in ${base}:` : `1 ${base} =`;
}
