/** As the Official Journal has them, in six significant digits, each with its first day and its regulation. */
const journal = `
  1999-01-01  2866/98    BEF 40.3399  DEM 1.95583  ESP 166.386  FRF 6.55957  IEP 0.787564  ITL 1936.27
  1999-01-01  2866/98    LUF 40.3399  NLG 2.20371  ATS 13.7603  PTE 200.482  FIM 5.94573
  2001-01-01  1478/2000  GRD 340.750
  2007-01-01  1086/2006  SIT 239.640
  2008-01-01  1134/2007  MTL 0.429300
  2008-01-01  1135/2007  CYP 0.585274
  2009-01-01  694/2008   SKK 30.1260
  2011-01-01  671/2010   EEK 15.6466
  2014-01-01  870/2013   LVL 0.702804
  2015-01-01  851/2014   LTL 3.45280
  2023-01-01  2022/1208  HRK 7.53450
  2026-01-01  2025/1407  BGN 1.95583
`;

/** How many of each currency are one euro, and since when. */
export const law: ReadonlyMap<string, { readonly perEuro: string; readonly since: string }> = new Map(
  journal
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [since = '', , ...pairs] = line.trim().split(/\s+/);
      return pairs.flatMap((code, at) =>
        at % 2 === 0 ? [[code, { perEuro: pairs[at + 1] ?? '', since }] as const] : [],
      );
    }),
);
