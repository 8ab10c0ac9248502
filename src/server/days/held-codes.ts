import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Day } from '../../calendar/day.ts';
import type { Code } from '../../currencies/code.ts';
import { ifPossible } from '../../errors.ts';
import type { Store } from '../../store/store.ts';

type Codes = ReadonlySet<Code>;

/** Codes of all stored days, each read once. @param stored the same object while the days are the same */
export function storedCodes(store: Store, stored: () => Promise<readonly Day[]>): () => Promise<Codes> {
  let known: readonly Day[] = [];
  let codes = Promise.resolve<Codes>(new Set());
  return async () => {
    const days = await stored();
    if (days === known) return codes;

    const before = new Set(known);
    const more = days.filter((day) => !before.has(day));
    const hasLost = before.size + more.length > days.length;
    known = days;
    codes = hasLost ? withCodesOf(days, store) : codes.then((had) => withCodesOf(more, store, had));
    return codes;
  };
}

async function withCodesOf(days: readonly Day[], store: Store, had?: Codes): Promise<Codes> {
  const codes = new Set(had);
  for (const [at, day] of days.entries()) {
    if (at % 100 === 99) await letOthersRun();
    // a day that cannot be read has none
    for (const code of ifPossible(() => store.peek(day))?.rates.keys() ?? []) codes.add(code);
  }
  return codes;
}
