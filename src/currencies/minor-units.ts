import type { Code } from './code.ts';
import { alternativeNames, currencyNames } from './names.ts';

/** Decimals by ISO 4217, if they are not 2; of what the euro has replaced, as CLDR has them. */
const decimals: readonly (readonly [number | undefined, string])[] = [
  [0, 'BEF BIF BYR CLP DJF ESP GNF ISK ITL JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF'],
  // which the service has never had
  [2, 'ATS CYP DEM FIM FRF GRD LUF NLG PTE ROL SIT TRL'],
  // metals and units of account without a minor unit; coins that are not in ISO 4217
  [undefined, 'BTC XAG XAU XCP XDR XPD XPT DASH DOGE ETH LD LTC NMC PPC XMR XRP'],
];

const decimalsByCode = new Map(
  decimals.flatMap(([count, codes]) => codes.split(' ').map((code) => [code, count] as const)),
);

/** Undefined if the currency has no minor unit. */
export function decimalsOf(code: Code): number | undefined {
  if (decimalsByCode.has(code)) return decimalsByCode.get(code);
  return currencyNames.has(code) || alternativeNames.has(code) ? 2 : undefined;
}
