import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Failure, ifPossible } from '../errors.ts';

/** @throws a usage error for a folder of the store, whose days the exported files would stand among */
export function refuseStore(folder: string, store: string): void {
  if (!`${placeOf(resolve(folder))}${sep}`.startsWith(`${placeOf(store)}${sep}`)) return;
  throw new Failure('bad_value', `${folder} is in the store, ${store}`, 'take a folder outside it');
}

/** The path without links; the part of it that is not there yet stays as it is written. */
function placeOf(path: string): string {
  const real = ifPossible(() => realpathSync.native(path));
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(placeOf(dirname(path)), basename(path));
}
