import type { Decimals } from '../rates/conversion.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import type { Receipts } from '../rates/receipt.ts';
import type { OnCaveat, RowReading } from './row-work.ts';
import type { Trouble } from './trouble.ts';

/** How results are written. */
export interface Writing {
  readonly digits: Decimals;
  /** Undefined: that of the amounts. */
  readonly decimal: DecimalMark | undefined;
  readonly receiptOf: Receipts | undefined;
}

export interface Added extends RowReading, Writing {
  readonly names: readonly string[];
  /** How many there are for each amount. */
  readonly targets: number;
  readonly onCaveat: OnCaveat;
  readonly onTrouble: (trouble: Trouble, line: number, cell: string | undefined) => void;
}
