import { join } from 'node:path';
import { vi } from 'vitest';
import { Holdings } from '../../src/fetch/holdings.ts';
import { storePlaces } from '../../src/store/places.ts';
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
  const places = storePlaces(join(root, store), join(root, 'state'), 'host', false);
  const onTrouble = vi.fn();
  const given = { source: publisher, places, onDamaged: () => {}, offline: false, refresh, onTrouble, ...rest };
  return Object.assign(new Holdings(given), { onTrouble, root });
}
