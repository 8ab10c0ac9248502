import { createHash } from 'node:crypto';
import type { Subscriber } from '../source.ts';

/** Whose key it is: a hash, since no file but the configuration may have the key. */
export function accountOf({ baseUrl }: Pick<Subscriber, 'baseUrl'>, appId: string): string {
  return createHash('sha256').update(`${baseUrl}\n${appId}`).digest('hex');
}
