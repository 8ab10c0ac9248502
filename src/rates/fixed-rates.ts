import type { Day } from '../calendar/day.ts';
import type { Code } from './code.ts';

interface FixedRate {
  /** Of one euro, with all digits. */
  readonly perEuro: string;
  /** The first day on which it held. */
  readonly since: Day;
}

/** What became the euro, at the rates of Council Regulation (EC) No 2866/98 and those that amended it. */
const rates: Readonly<Record<string, readonly [perEuro: string, since: string]>> = {
  ATS: ['13.7603', '1999-01-01'],
  BEF: ['40.3399', '1999-01-01'],
  BGN: ['1.95583', '2026-01-01'],
  CYP: ['0.585274', '2008-01-01'],
  DEM: ['1.95583', '1999-01-01'],
  EEK: ['15.6466', '2011-01-01'],
  ESP: ['166.386', '1999-01-01'],
  FIM: ['5.94573', '1999-01-01'],
  FRF: ['6.55957', '1999-01-01'],
  GRD: ['340.75', '2001-01-01'],
  HRK: ['7.5345', '2023-01-01'],
  IEP: ['0.787564', '1999-01-01'],
  ITL: ['1936.27', '1999-01-01'],
  LTL: ['3.4528', '2015-01-01'],
  LUF: ['40.3399', '1999-01-01'],
  LVL: ['0.702804', '2014-01-01'],
  MTL: ['0.4293', '2008-01-01'],
  NLG: ['2.20371', '1999-01-01'],
  PTE: ['200.482', '1999-01-01'],
  SIT: ['239.64', '2007-01-01'],
  SKK: ['30.126', '2009-01-01'],
};

/** Undefined if the currency has not become the euro. */
export function fixedRateOf(code: Code): FixedRate | undefined {
  const [perEuro, since] = rates[code] ?? [];
  return perEuro && since ? { perEuro, since: since as Day } : undefined;
}
