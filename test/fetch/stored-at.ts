import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { StoredDays } from '../../src/fetch/stored-days.ts';
import { Store, storePlaces } from '../../src/store/store.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { publisher } from '../support/publisher.ts';

interface Where {
  readonly root?: string;
  readonly store?: string;
  readonly now: () => number;
  readonly source?: Partial<StoredDays['source']>;
  readonly refresh?: boolean;
}

export function storedAt({ root = temporaryFolder(), store = 'store', refresh = false, now, source: more }: Where) {
  const places = storePlaces({ store: join(root, store), state: join(root, 'state'), service: 'host' });
  const problemOnce = vi.fn();
  const source = {
    name: 'publisher',
    terms: 'none',
    folder: 'host',
    open: () => expect.unreachable(),
    ...publisher,
    ...more,
  };
  const opened = new Store({ places, source, now, reporter: { problemOnce } });
  return Object.assign(new StoredDays(opened, source, { refresh }), { problemOnce, root });
}
