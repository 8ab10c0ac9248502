import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { StoredDays } from '../../src/fetch/stored-days.ts';
import { storePlaces } from '../../src/store/places.ts';
import { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { publisher } from '../support/scripted-service.ts';

interface Where {
  readonly root?: string;
  readonly store?: string;
  readonly now: () => number;
  readonly source?: Partial<ConstructorParameters<typeof StoredDays>[0]['source']>;
  readonly refresh?: boolean;
}

/** What one process knows of the store in this folder. */
export function storedAt({ root = temporaryFolder(), store = 'store', refresh = false, ...rest }: Where) {
  const places = storePlaces({ store: join(root, store), state: join(root, 'state'), service: 'host' });
  const problemOnce = vi.fn();
  const source = { name: 'publisher', terms: 'none', folder: 'host', open: () => expect.unreachable() };
  const given = { refresh, ...rest, source: { ...source, ...publisher, ...rest.source } };
  const opened = new Store({ ...given, places, reporter: { problem: () => {} } });
  const stored = new StoredDays({ ...given, store: opened, reporter: { problemOnce } });
  return Object.assign(stored, { problemOnce, root });
}
