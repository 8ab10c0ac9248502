import { join } from 'node:path';
import { vi } from 'vitest';
import { Holdings } from '../../src/fetch/holdings.ts';
import { storePlaces } from '../../src/store/places.ts';
import { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { publisher } from '../support/scripted-service.ts';

interface Where {
  readonly root?: string;
  readonly store?: string;
  readonly now: () => number;
  readonly source?: ConstructorParameters<typeof Holdings>[0]['source'];
  readonly refresh?: boolean;
}

/** What one process knows of the store in this folder. */
export function holdingsAt({ root = temporaryFolder(), store = 'store', refresh = false, ...rest }: Where) {
  const places = storePlaces({ store: join(root, store), state: join(root, 'state'), service: 'host' });
  const onTrouble = vi.fn();
  const given = { source: publisher, offline: false, refresh, onTrouble, ...rest };
  const opened = new Store({ ...given, places, onDamaged: () => {} });
  return Object.assign(new Holdings({ ...given, store: opened }), { onTrouble, root });
}
