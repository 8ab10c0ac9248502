import type { Day } from '../../calendar/day.ts';
import type { Code } from '../../rates/code.ts';

export const euro = 'EUR' as Code;

/** Of its days in the store, wherever its file comes from. */
export const bankFolder = 'ecb';

/** Of the euro itself. */
export const firstOfBank = '1999-01-04' as Day;
