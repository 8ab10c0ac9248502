import type { Day } from '../../calendar/day.ts';

/** Where the store has the bank's days, wherever the file comes from. */
export const bankFolder = 'ecb';

/** The first day of the euro itself. */
export const firstOfBank = '1999-01-04' as Day;
