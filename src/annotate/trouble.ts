import type { NoRate } from '../rates/found-rate.ts';

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
