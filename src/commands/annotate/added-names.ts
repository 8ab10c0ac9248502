import { namesAdded, namesOfReceipt } from '../../annotate/cells.ts';
import { type Header, targetNames } from '../../annotate/header.ts';
import type { Run } from '../../run/run.ts';
import type { Annotating } from './options.ts';

interface Receipt {
  /** Whether its source numbers its tables. */
  readonly hasTable: boolean;
  /** As earlier versions wrote it. */
  readonly lacksOf?: boolean;
}

/** Those of the columns that the options add. @param receipt undefined: none */
export function addedNames(
  header: Header,
  { prefix }: Pick<Annotating, 'prefix'>,
  receipt: Receipt | undefined,
): readonly string[] {
  return namesAdded({
    sums: header.sums.map(({ name }) => name),
    targets: targetNames(header),
    prefix,
    receipt: receipt ? namesOfReceipt(receipt).filter((name) => !(receipt.lacksOf && name === 'of')) : [],
  });
}

export const receiptOfRun = ({ rates }: Annotating, { source }: Run): Receipt => ({
  hasTable: rates === undefined && source.has.table === true,
});
