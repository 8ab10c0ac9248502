import type { NoRate } from '../convert/which-rate.ts';

/** Why a row has no rate. */
export type Trouble =
  | 'other header'
  | 'cells'
  | 'day'
  | 'amount'
  | 'both'
  | 'neither'
  | 'currency'
  | 'other currency'
  | NoRate;
