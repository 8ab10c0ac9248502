import type { Wanted, WantedSums } from '../../annotate/wanted.ts';
import { Failure } from '../../errors.ts';
import { inShell } from '../../words.ts';
import type { Annotating } from './options.ts';

/** Each `--amount` goes with the `--from` in its place, and with its own `--date` or the only one. */
export function wantedOf({ date, amount, from, to, dateFormat, year }: Annotating): WantedSums {
  if (amount.length !== from.length)
    throw new Failure(
      'options_conflict',
      `--amount is given ${times(amount)}, --from ${times(from)}`,
      'each --amount has a --from of its own',
      ...(from.length === 1 ? [`of debits and credits: --amount ${inShell(amount.join())}`] : []),
    );
  if (date.length > 1 && date.length !== amount.length)
    throw new Failure(
      'options_conflict',
      `--date is given ${times(date)}, --amount ${times(amount)}`,
      'one --date for all amounts, or one for each',
    );

  if ((dateFormat === 'DDMM') !== (year !== undefined))
    throw new Failure(
      'missing_option',
      year === undefined ? '--date-format DDMM needs --year' : '--year goes with --date-format DDMM',
    );

  const wantedAt = (at: number): Wanted => ({
    date: date[at] ?? date[0] ?? '',
    amount: amount[at] ?? '',
    from: from[at] ?? '',
    to,
  });
  const [, ...others] = amount;
  return [wantedAt(0), ...others.map((_, at) => wantedAt(at + 1))];
}

const times = ({ length }: readonly string[]) => ['never', 'once', 'twice'][length] ?? `${length} times`;
