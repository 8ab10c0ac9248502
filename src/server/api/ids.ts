import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { invalidAppId } from './error.ts';
import type { Accounts } from './service.ts';

/** For these keys alone. The time that the comparison takes tells nothing of them. */
export function accountsOf(ids: readonly string[], accounts: Accounts): Accounts {
  const secret = randomBytes(32);
  const digest = (id: string) => createHmac('sha256', secret).update(id).digest();
  const known = ids.map(digest);
  return (appId) => {
    const given = digest(appId);
    if (known.filter((one) => timingSafeEqual(one, given)).length === 0) throw invalidAppId();
    return accounts(appId);
  };
}
