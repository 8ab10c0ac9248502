import type { Day } from '../calendar/day.ts';
import { type Code, euro, tableOf } from './code.ts';

interface FixedRate {
  /** Of one euro, with all digits. */
  readonly perEuro: string;
  /** The first day on which it held. */
  readonly since: Day;
}

/** The currencies replaced by the euro, by Council Regulation (EC) No 2866/98 and those that amended it. */
const law = tableOf(`
ATS 13.7603 1999-01-01
BEF 40.3399 1999-01-01
BGN 1.95583 2026-01-01
CYP 0.585274 2008-01-01
DEM 1.95583 1999-01-01
EEK 15.6466 2011-01-01
ESP 166.386 1999-01-01
FIM 5.94573 1999-01-01
FRF 6.55957 1999-01-01
GRD 340.75 2001-01-01
HRK 7.5345 2023-01-01
IEP 0.787564 1999-01-01
ITL 1936.27 1999-01-01
LTL 3.4528 2015-01-01
LUF 40.3399 1999-01-01
LVL 0.702804 2014-01-01
MTL 0.4293 2008-01-01
NLG 2.20371 1999-01-01
PTE 200.482 1999-01-01
SIT 239.64 2007-01-01
SKK 30.126 2009-01-01
`);

const rates: ReadonlyMap<Code, FixedRate> = new Map(
  Array.from(law, ([code, rate]) => {
    const [perEuro = '', since = ''] = rate.split(' ');
    return [code, { perEuro, since: since as Day }];
  }),
);

/** Those that have a fixed rate. */
export const replacedCodes: readonly Code[] = [...rates.keys()];

/** Undefined if the euro has not replaced the currency. */
export const fixedRateOf = (code: Code): FixedRate | undefined => rates.get(code);

/** Whether its fixed rate is the only one that the currency has on the day. */
export function isReplaced(code: Code, day: Day): boolean {
  const fixed = rates.get(code);
  return fixed !== undefined && day >= fixed.since;
}

/** `1 EUR = 1.95583 DEM since 1999-01-01` */
export function fixedInWords(code: Code): string {
  const { perEuro, since } = rates.get(code) ?? {};
  return `1 EUR = ${perEuro} ${code} since ${since}`;
}

/** The pair whose rate is needed: the euro replaces each currency that it has replaced. */
export interface PublishedPair {
  readonly from: Code;
  readonly to: Code;
  /** How many units of the currency are one of `from`. */
  readonly perFrom: string;
  readonly perTo: string;
  /** The currencies at their fixed rates. */
  readonly replaced: readonly Code[];
}

/**
 * @param on the day that is asked about, whichever day's rate counts for it
 * @param listed currencies whose own rates count nevertheless
 */
export function publishedPair(from: Code, to: Code, on: Day, listed: readonly Code[] = []): PublishedPair {
  const isFixed = (code: Code) => !listed.includes(code) && isReplaced(code, on);
  const replaced = from === to ? [] : [from, to].filter(isFixed);
  const perEuro = (code: Code) => (replaced.includes(code) && rates.get(code)?.perEuro) || '1';
  return {
    from: isFixed(from) ? euro : from,
    to: isFixed(to) ? euro : to,
    perFrom: perEuro(from),
    perTo: perEuro(to),
    replaced,
  };
}

/** The currency whose rate has to be known for a rate of this one. */
export const publishedCode = (code: Code, on: Day): Code => (isReplaced(code, on) ? euro : code);

/** Whether the rates between these currencies are known without any source. */
export const areFixed = (codes: readonly Code[], on: Day): boolean =>
  new Set(codes.map((code) => publishedCode(code, on))).size === 1;
