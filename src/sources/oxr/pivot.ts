import type { Code } from '../../rates/code.ts';

/** What the service's rates are relative to, on every plan. */
export const usd = 'USD' as Code;
