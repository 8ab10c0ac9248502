import type { Code } from '../../rates/code.ts';

export const euro = 'EUR' as Code;

/** Of its days in the store, wherever its file comes from. */
export const bankFolder = 'ecb';
