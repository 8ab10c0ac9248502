import type { Code } from '../currencies/code.ts';
import { codesMeant, unitSaid } from '../currencies/nicknames.ts';
import { type Unit, unitOf } from '../currencies/units.ts';

/** As exchanges and bookkeeping write codes; the first group is that of the currency. */
const forms = [
  // GnuCash
  /^CURRENCY::?([A-Z]{3,4})$/i,
  // Kraken: what is held back or earns interest, and its own names of currencies
  /^([A-Z]{3,4})\.(?:HOLD|[A-Z])$/,
  /^[XZ]([A-Z]{3})$/,
];

/** Codes that were taken out of use for others of the same worth. */
const replaced: ReadonlyMap<string, string> = new Map(Object.entries({ RUR: 'RUB' }));

/** Whether there is such a currency, in whichever list. */
type IsListed = (code: Code) => boolean;

/** What a cell that is no listed code can only mean; undefined if it can be nothing, or several things. */
export function unitMeant(text: string, isListed: IsListed): Unit | undefined {
  const word = text.trim();
  const written = forms.flatMap((form) => form.exec(word)?.[1] ?? []);
  for (const code of [replaced.get(word.toUpperCase()) ?? [], ...written].flat()) {
    const unit = unitSaid(code);
    if (unit && isListed(unit.code)) return unit;
  }

  const [code, other] = codesMeant(word);
  return code && !other ? unitOf(code) : undefined;
}
