import type { Day } from '../calendar/day.ts';
import { inGroups } from '../rates/decimal.ts';
import { type Code, tableOf } from './code.ts';

/** A currency that another one has replaced, at a factor. */
interface EndedCurrency {
  /** The last one on which it was a currency. */
  readonly last: Day;
  readonly successor: Code;
  /** How many of it are one of the successor. */
  readonly factor: string;
}

/**
 * Code, last day, successor, factor, source of these. Last days are CLDR's (`to` in currencyData): for most,
 * notes and coins were legal tender until then.
 */
const ended = tableOf<string>(`
ANG 2025-06-30 XCG 1 Centrale Bank van Curaçao en Sint Maarten, 2024-03; ISO 4217 amendment 176
AZM 2006-12-31 AZN 5000 decree of the President of Azerbaijan, 2005-02-07
BYB 2000-12-31 BYR 1000 National Bank of the Republic of Belarus, denomination of 2000
BYR 2017-01-01 BYN 10000 Edict 450 of the President of Belarus, 2015-11-04; ISO 4217 amendment 161
GHC 2007-12-31 GHS 10000 Bank of Ghana, redenomination of July 2007
MRO 2018-06-30 MRU 10 ISO 4217 amendment 165
MZM 2006-12-31 MZN 1000 Banco de Moçambique, redenomination of July 2006
ROL 2006-12-31 RON 10000 National Bank of Romania, redenomination of July 2005
SDD 2007-06-30 SDG 100 Central Bank of Sudan, change of January to June 2007
SLL 2023-12-31 SLE 1000 Bank of Sierra Leone, public notices of 2021-08-11 and 2023-11-24
STD 2017-12-31 STN 1000 ISO 4217 amendment 164
TMM 2009-01-01 TMT 5000 Central Bank of Turkmenistan, 2008-12-31
TRL 2005-12-31 TRY 1000000 Central Bank of the Republic of Türkiye, law 5083
VEB 2008-06-30 VEF 1000 Banco Central de Venezuela, reconversion of January 2008
VEF 2018-08-20 VES 100000 ISO 4217 amendment 168
ZMK 2013-01-01 ZMW 1000 Bank of Zambia, Currency Rebasing Technical Guidelines, 2012-08
ZWL 2024-08-31 ZWG 2498.7242 Statutory Instrument 60 of 2024 and ISO 4217 amendment 177 of Zimbabwe
`);

/** Undefined if the currency goes on, or has become the euro. */
export function endedCurrencyOf(code: string): EndedCurrency | undefined {
  const [last, successor, factor = ''] = ended.get(code)?.split(' ') ?? [];
  return last ? { last: last as Day, successor: successor as Code, factor } : undefined;
}

/** `ZWL ended on 2024-08-31 (1 ZWG = 2,498.7242 ZWL)`; undefined if it goes on. */
export function endInWords(code: string): string | undefined {
  const { last, successor, factor } = endedCurrencyOf(code) ?? {};
  return factor && `${code} ended on ${last} (1 ${successor} = ${inGroups(factor, 'point')} ${code})`;
}

/** The same words, with what became of the currency if it has ended. */
export function withEnd(words: string, code: string): string {
  const end = endInWords(code);
  return end ? `${words}; ${end}` : words;
}

/** Hints for a currency that has ended; none for others. */
export function insteadOfEnded(code: string): readonly string[] {
  const { successor, factor } = endedCurrencyOf(code) ?? {};
  if (!successor || !factor) return [];
  const divided = factor === '1' ? '' : `, and divide the amount by ${inGroups(factor, 'point')}`;
  return [`write ${successor}${divided}`, endInWords(successor) ?? []].flat();
}

/** A change of the unit that a code stands for. */
interface Redenomination {
  /** The first one of the new unit; sources changed over some days later, or not at all. */
  readonly day: Day;
  /** How many old units are a new one. */
  readonly factor: number;
}

const redenominations: ReadonlyMap<string, Redenomination> = new Map([
  // Banco Central de Venezuela, decree 4.553 (Gaceta Oficial 42.185)
  ['VES', { day: '2021-10-01' as Day, factor: 1_000_000 }],
  // Central Bank of Syria, 2025-12-28
  ['SYP', { day: '2026-01-01' as Day, factor: 100 }],
]);

export const redenominationOf = (code: string): Redenomination | undefined => redenominations.get(code);

/** `VES was redenominated on 2021-10-01 (1,000,000 : 1)` */
export function redenominationInWords(code: Code): string {
  const { day, factor } = redenominations.get(code) ?? {};
  return `${code} was redenominated on ${day} (${inGroups(String(factor), 'point')} : 1)`;
}

/** Why there is no figure of many rates. */
export const mixedInWords = (code: Code): string =>
  `${redenominationInWords(code)}, and its rates are partly of the old unit and partly of the new`;

/**
 * Returns the one of the pair whose rates are partly of the old unit and partly of the new: from its day on,
 * one is worth over a tenth of the factor more than before.
 * @param rates how many of `to` are one of `from` @param dates of each, ascending: days or names of periods
 */
export function mixedUnitIn(
  [from, to]: readonly [from: Code, to: Code],
  rates: readonly number[],
  dates: readonly string[],
): Code | undefined {
  return [to, from].find((code) => {
    const change = redenominations.get(code);
    let greatest = 0;
    return (
      change &&
      rates.some((rate, at) => {
        const date = dates[at] ?? '';
        const value = code === to ? rate : 1 / rate;
        greatest = Math.max(greatest, value);
        // `2021` and `2021-10` begin before that day, and end after it
        return date >= change.day.slice(0, date.length) && greatest / value > change.factor / 10;
      })
    );
  });
}
