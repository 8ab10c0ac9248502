import type { Code } from '../../rates/code.ts';

export const zloty = 'PLN' as Code;
