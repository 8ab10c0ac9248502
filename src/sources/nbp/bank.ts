import type { Code } from '../../currencies/code.ts';

export const zloty = 'PLN' as Code;
