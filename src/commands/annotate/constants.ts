import { columnsInWords, didYouMean } from '../../annotate/columns.ts';
import type { Header, RowCurrency } from '../../annotate/header.ts';
import { type Code, parseCode } from '../../currencies/code.ts';
import { endedCurrencyOf } from '../../currencies/ended.ts';
import { nameOf } from '../../currencies/names.ts';
import { hundredthInWords, isHundredth } from '../../currencies/units.ts';
import { failureIn } from '../../errors.ts';
import type { Cli } from '../../run/host.ts';
import { checkCodes, type Known } from '../../run/known-codes.ts';

type Constant = Extract<RowCurrency, { readonly unit: unknown }>;

/** The currencies that are given for all rows. */
function constantsOf({ sums, to }: Header): readonly Constant[] {
  return [...sums.map(({ from }) => from), ...to].filter((currency) => 'unit' in currency);
}

/** @throws a usage error that names the columns, since one of them may be meant */
export async function checkConstants(header: Header, known: Known): Promise<void> {
  const codes: readonly Code[] = constantsOf(header).map(({ unit }) => unit.code);
  try {
    await checkCodes(codes, known);
  } catch (error) {
    const alive = codes.filter((code) => !endedCurrencyOf(code));
    const meant = alive.flatMap((code) => didYouMean(code, header.names)).slice(0, 1);
    throw failureIn(error).hinting(...meant, columnsInWords(header.names));
  }
}

export function tellConstants(header: Header, reporter: Cli['reporter']): void {
  for (const { unit, typed } of constantsOf(header)) {
    if (isHundredth(unit)) reporter.noteOnce(hundredthInWords(unit));
    else if (unit.code !== parseCode(typed)) reporter.note(`${typed} is ${unit.code} (${nameOf(unit.code)})`);
  }
}
