import { statSync } from 'node:fs';
import { ifPossible } from '../errors.ts';

/** Milliseconds within which two changes of a folder may have the same time stamp. */
const coarse = 3_000;

/** When something was last added to the folder, replaced in it, or removed; undefined if that is not told. */
export function changedAt(folder: string): number | undefined {
  return ifPossible(() => statSync(folder, { throwIfNoEntry: false }))?.mtimeMs;
}

/** Whether any later change has another time stamp. */
export const isPast = (changed = Number.NaN): boolean => Date.now() - changed > coarse;
