import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays, type Day } from '../../src/calendar/day.ts';
import { rateRuleNames } from '../../src/rates/rules.ts';
import { firstDayOfEuro, isWorkingDay } from '../../src/sources/ecb.ts';
import { Agent } from '../support/agent.ts';
import { hasRealDays, orSkipped, RealDays } from '../support/real-days.ts';
import { type Scene, scene } from '../support/scene.ts';
import { inWhole, seed } from '../support/whole.ts';

const zip = join(import.meta.dirname, '../../../shared/data/ecb/eurofxref-hist.zip');
const hasDays = hasRealDays && existsSync(zip);
const now = '2026-04-14T10:00:00Z';
const rules = rateRuleNames;
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
const codes = inWhole(Object.keys(law), ['DEM', 'CYP', 'MTL', 'HRK', 'BGN']);
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
  readonly publishes: (day: Day) => boolean;
  /** The last day whose rates are final. */
  readonly finished: string;
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
  return { days: new Map(days), base: 'EUR', publishes: isWorkingDay, finished: '2026-04-13' };
}

function service(real: RealDays, stored: readonly Day[]): Published {
  const days = new Map(stored.map((day) => [day as string, real.published(day)]));
  return { days, base: 'USD', publishes: () => true, finished: '2026-04-13' };
}

/** An exact quotient, and how many digits the program may have it in where it is a mean. */
type Answer = Decimal | undefined;

const Wide = Decimal.clone({ precision: 60 });

function quote({ days, base }: Published, day: string, code: string): Decimal | undefined {
  const text = code === base ? '1' : days.get(day)?.get(code);
  return days.has(day) && text !== undefined ? new Wide(text) : undefined;
}

const back = (day: Day, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => addDays(day, -from - at));

function daysIn(name: string): Day[] {
  const [year = '', month = ''] = name.split('-');
  const months = month.startsWith('Q') ? [0, 1, 2].map((at) => 3 * Number(month[1]) - 2 + at) : [Number(month)];
  const all = month === '' ? Array.from({ length: 12 }, (_, at) => at + 1) : months;
  return all.flatMap((each) => {
    const first = `${year}-${String(each).padStart(2, '0')}-01` as Day;
    return Array.from({ length: 31 }, (_, at) => addDays(first, at)).filter(
      (day) => day.slice(0, 7) === first.slice(0, 7),
    );
  });
}

function periodName(day: string, every: string): string {
  if (every === 'year') return day.slice(0, 4);
  return every === 'month' ? day.slice(0, 7) : `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/** What one of a currency is in another by the rule, where neither has a fixed rate. */
function published(source: Published, rule: Rule, day: Day, from: string, to: string): Answer {
  const cross = (on: string): Answer => {
    const [a, b] = [quote(source, on, from), quote(source, on, to)];
    return a && b?.div(a);
  };
  const isWeekend = (on: Day) => [0, 6].includes(new Date(on).getUTCDay());
  const nearest = (on: readonly Day[]) => on.map(cross).find((rate) => rate !== undefined);
  if (rule === 'day') return cross(day);
  if (rule === 'weekday') return cross(back(day, 0, 3).find((on) => !isWeekend(on)) ?? '');
  if (rule === 'weekday-before') return cross(back(day, 1, 4).find((on) => !isWeekend(on)) ?? '');
  if (rule === 'last-published') return nearest(back(day, 0, 14));
  if (rule === 'published-before') return nearest(back(day, 1, 14));

  const [, previous, isOfPublished, every = '', kind] =
    /^(previous-)?(published-)?(weekday|month|quarter|year)-(mean|end)$/.exec(rule) ?? [];
  const period = every === 'weekday' ? 'month' : every;
  const own = daysIn(periodName(day, period));
  const all = previous ? daysIn(periodName(addDays(own[0] as Day, -1), period)) : own;
  if ((all[0] as string) < '1999') return undefined;
  if (kind === 'end') return cross(all.findLast(source.publishes) ?? (all.at(-1) as Day));

  const counting = all.filter((on) => on <= source.finished && !(every === 'weekday' && isWeekend(on)));
  return meanOf(source, counting, isOfPublished !== undefined, from, to);
}

const means = new Map<string, Answer>();

/** Each once, as all days of a period have the same. */
function meanOf(source: Published, counting: readonly Day[], isOfPublished: boolean, from: string, to: string): Answer {
  const key = [source.base, counting[0], counting.at(-1), counting.length, isOfPublished, from, to].join();
  if (!means.has(key)) means.set(key, computedMean(source, counting, isOfPublished, from, to));
  return means.get(key);
}

function computedMean(
  source: Published,
  counting: readonly Day[],
  isOfPublished: boolean,
  from: string,
  to: string,
): Answer {
  const rates = counting.flatMap((on) => {
    const [a, b] = [quote(source, on, from), quote(source, on, to)];
    return a && b ? [[a, b] as const] : [];
  });
  if (rates.length === 0) return undefined;
  const mean = (some: readonly Decimal[]) => Wide.sum(...some).div(some.length);
  if (!isOfPublished) return mean(rates.map(([a, b]) => digits(b.div(a)))).toSignificantDigits(10);
  const rounded = (some: readonly Decimal[]) =>
    mean(some).toDecimalPlaces(Math.max(...some.map((rate) => rate.decimalPlaces())));
  return rounded(rates.map(([, b]) => b)).div(rounded(rates.map(([a]) => a)));
}

/** As many as each daily rate has in a mean; published ones have no more. */
const digits = (rate: Decimal) => rate.toSignificantDigits(10);

function expected(source: Published, rule: Rule, day: Day, from: string, to: string): Answer {
  if (from === to) return new Wide(1);
  const fixed = [from, to].map((code) => (law[code] && day >= law[code][1] ? law[code][0] : undefined));
  const [one, other] = [from, to].map((code, at) => (fixed[at] ? 'EUR' : code)) as [string, string];
  const between = one === other ? new Wide(1) : published(source, rule, day, one, other);
  return between?.times(fixed[1] ?? 1).div(fixed[0] ?? 1);
}

const decimalsOf = (code: string) => (['ITL', 'ESP', 'BEF', 'JPY'].includes(code) ? 0 : 2);

function amountIn(rate: Answer, amount: string, code: string): string {
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

  test.each(inWhole(rules, ['last-published', 'previous-quarter-mean'] as const))(
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

  test('have one rate on any day, by any rule, in convert, annotate and for agents', async () => {
    const agents = { ecb: await Agent.start(at.machine, ['--source', 'ecb', '--offline'], { now }) };
    const anyCode = fc.constantFrom(...codes, 'EUR', 'USD', 'GBP', 'JPY');
    const source = sources.ecb as Published;
    const anyDay = fc.integer({ min: 0, max: 9960 }).map((days) => addDays(firstDayOfEuro, days));
    const aroundChange = fc
      .tuple(fc.constantFrom(...codes), fc.integer({ min: -9, max: 40 }))
      .map(([code, days]) => addDays((law[code]?.[1] ?? '') as Day, days))
      .filter((day) => day >= firstDayOfEuro && day < '2026-04-13');
    await fc.assert(
      fc.asyncProperty(
        inWhole(fc.oneof(anyDay, aroundChange), aroundChange),
        fc.constantFrom(...rules),
        fc.tuple(fc.constantFrom(...codes), anyCode, fc.boolean()),
        fc.integer({ min: 1, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2)),
        async (day, rule, [one, other, isTurned], amount) => {
          const [from, to] = isTurned ? [other, one] : [one, other];
          const wanted = amountIn(expected(source, rule, day, from, to), amount, to);
          const terms = `--source ecb --offline -q --rate ${rule}`;
          const converted = await at.run(`convert ${amount} ${from} ${to} --on ${day} ${terms} -f value`);
          expect(converted.stdout.trim()).toBe(wanted);
          const row = { stdin: `D,A,F\n${day},${amount},${from}\n` };
          const annotated = await at.run(`annotate - --date D --amount A --from F --to ${to} ${terms}`, row);
          expect(annotated.stdout.trimEnd().split(',').at(-1)).toBe(wanted);
          const told = await agents.ecb.call('convert', { amount, from, to, on: day, rate: rule });
          const [made] = told.conversions ?? [];
          expect(made ? new Decimal(made.converted).toFixed(decimalsOf(to)) : '').toBe(wanted);
        },
      ),
      { seed, numRuns: inWhole(120, 20) },
    );
    agents.ecb.child.stdin.end();
    await agents.ecb.ended;
  });
});
