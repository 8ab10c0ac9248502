import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from 'decimal.js';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { hasRealDays, orSkipped, RealDays } from '../support/real-days.ts';
import { type Scene, scene } from '../support/scene.ts';
import { inWhole } from '../support/whole.ts';

const zip = join(import.meta.dirname, '../../../shared/data/ecb/eurofxref-hist.zip');
const hasDays = hasRealDays && existsSync(zip);
const now = '2026-04-14T10:00:00Z';
const rules = ['last-published', 'previous-quarter-mean'] as const;
type Rule = (typeof rules)[number];

/** As the Council's regulations have them. */
const law: Readonly<Record<string, readonly [string, string]>> = {
  ...of('1999', 'ATS 13.7603 BEF 40.3399 DEM 1.95583 ESP 166.386 FIM 5.94573 FRF 6.55957 IEP 0.787564'),
  ...of('1999', 'ITL 1936.27 LUF 40.3399 NLG 2.20371 PTE 200.482'),
  ...of('2001', 'GRD 340.750'),
  ...of('2007', 'SIT 239.640'),
  ...of('2008', 'CYP 0.585274 MTL 0.429300'),
  ...of('2009', 'SKK 30.1260'),
  ...of('2011', 'EEK 15.6466'),
  ...of('2014', 'LVL 0.702804'),
  ...of('2015', 'LTL 3.45280'),
  ...of('2023', 'HRK 7.53450'),
  ...of('2026', 'BGN 1.95583'),
};
const codes = inWhole(Object.keys(law), ['HRK']);
/** In which they changed over, and those before. */
const years = codes.flatMap((code) => {
  const year = Number(law[code]?.[1].slice(0, 4));
  return [`${year - 1}`, `${year}`];
});
const isOfYears = (line: string) => years.includes(line.slice(0, 4));

function of(year: string, list: string) {
  const words = list.split(' ');
  const pairs = words.flatMap((code, at) => (at % 2 === 0 ? [[code, [words[at + 1], `${year}-01-01`]]] : []));
  return Object.fromEntries(pairs);
}

/** Units of each currency for one of the base, by day. */
interface Published {
  readonly days: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly base: string;
}

/** @param file where the lines of these years go */
function bank(file: string): Published {
  const csv = strFromU8(unzipSync(readFileSync(zip))['eurofxref-hist.csv'] ?? new Uint8Array());
  const [header = '', ...all] = csv.trimEnd().split('\n');
  const lines = all.filter(isOfYears);
  const names = header.split(',');
  const days = lines.map((line) => {
    const cells = line.split(',').map((cell, at) => [names[at] ?? '', cell] as const);
    return [line.slice(0, 10), new Map(cells.slice(1).filter(([, cell]) => /\d/.test(cell)))] as const;
  });
  writeFileSync(file, `${[header, ...lines].join('\n')}\n`);
  return { days: new Map(days), base: 'EUR' };
}

function service(real: RealDays, stored: readonly Day[]): Published {
  const days = new Map(stored.map((day) => [day as string, real.published(day)]));
  return { days, base: 'USD' };
}

const Wide = Decimal.clone({ precision: 60 });

function quote({ days, base }: Published, day: string, code: string): Decimal | undefined {
  const text = code === base ? '1' : days.get(day)?.get(code);
  return days.has(day) && text !== undefined ? new Wide(text) : undefined;
}

const back = (day: Day, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => addDays(day, -from - at));

/** The days of the quarter before that of the day. */
function previousQuarter(day: Day): Day[] {
  const quarterOf = (each: string) => `${each.slice(0, 4)} ${Math.ceil(Number(each.slice(5, 7)) / 3)}`;
  const before = back(day, 1, 200).filter((each) => quarterOf(each) !== quarterOf(day));
  return before.filter((each) => quarterOf(each) === quarterOf(before[0] as string));
}

/** What one of a currency is in another by the rule, where neither has a fixed rate. */
function published(source: Published, rule: Rule, day: Day, from: string, to: string): Decimal | undefined {
  const crosses = (rule === 'last-published' ? back(day, 0, 14) : previousQuarter(day)).flatMap((on) => {
    const [a, b] = [quote(source, on, from), quote(source, on, to)];
    return a && b ? [b.div(a)] : [];
  });
  if (rule === 'last-published' || crosses.length === 0) return crosses[0];
  return Wide.sum(...crosses.map((rate) => rate.toSignificantDigits(10)))
    .div(crosses.length)
    .toSignificantDigits(10);
}

function expected(source: Published, rule: Rule, day: Day, from: string, to: string): Decimal | undefined {
  const fixed = [from, to].map((code) => (law[code] && day >= law[code][1] ? law[code][0] : undefined));
  const [one, other] = [from, to].map((code, at) => (fixed[at] ? 'EUR' : code)) as [string, string];
  const between = one === other ? new Wide(1) : published(source, rule, day, one, other);
  return between?.times(fixed[1] ?? 1).div(fixed[0] ?? 1);
}

const decimalsOf = (code: string) => (['ITL', 'ESP', 'BEF', 'JPY'].includes(code) ? 0 : 2);

function amountIn(rate: Decimal | undefined, amount: string, code: string): string {
  return rate?.times(amount).toDecimalPlaces(decimalsOf(code)).toFixed(decimalsOf(code)) ?? '';
}

const week = (since: string) => back(addDays(since as Day, 7), 0, 13).filter((day) => day >= '1999');

describe.skipIf(!hasDays)(`currencies replaced by the euro${orSkipped}`, { timeout: 900_000 }, () => {
  let at: Scene;
  let sources: Readonly<Record<string, Published>>;

  beforeAll(async () => {
    at = await scene(undefined, { now });
    const real = new RealDays();
    const days = real.days.filter((day) => isOfYears(day) && day <= '2026-04-13');
    const ofBank = join(at.machine.home, 'bank.csv');
    sources = { ecb: bank(ofBank), oxr: service(real, days) };
    const file = join(at.machine.home, 'days.ndjson');
    writeFileSync(file, days.map((day) => `{"date":"${day}","body":${real.body(day)}}\n`).join(''));
    for (const line of [['--source', 'ecb', ofBank], [file]])
      expect(await at.run(['store', 'import', '-q', ...line])).toMatchObject({ code: 0 });
  }, 900_000);

  test.each(rules)(
    'have in the week around each changeover the exact rate that %s leads to, whoever publishes it',
    async (rule) => {
      const pairs = (code: string) =>
        [
          [code, 'EUR'],
          [code, 'USD'],
          ['USD', code],
          [code, 'DEM'],
        ] as const;
      const rows = codes.flatMap((code) =>
        week(law[code]?.[1] ?? '').flatMap((day) => pairs(code).map((pair) => ({ day, pair }))),
      );
      const text = rows.map(({ day, pair: [from, to] }) => `${day},12345.67,${from},${to}\n`).join('');
      for (const [name, source] of Object.entries(sources)) {
        const line = `annotate - --date D --amount A --from F --to T -q --offline --source ${name} --rate ${rule}`;
        const { stdout } = await at.run(line, { stdin: `D,A,F,T\n${text}` });
        const found = stdout.trimEnd().split('\n').slice(1);
        const wanted = rows.map(({ day, pair: [from, to] }) => {
          const amount = amountIn(expected(source, rule, day, from, to), '12345.67', to);
          return `${day},12345.67,${from},${to},${amount}`;
        });
        const inShort = found.map((row) => row.replace(/,[^,]*,[^,]*(,[^,]*)$/, '$1'));
        expect(inShort).toHaveLength(wanted.length);
        expect(inShort.filter((row, place) => row !== wanted[place])).toEqual([]);
      }
    },
  );
});
