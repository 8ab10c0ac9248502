import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, monthOf } from '../../src/calendar/day.ts';
import { csv, csvOfPeriods, tsvOfPeriods } from '../../src/output/csv.ts';
import { asDays, type Document, inPeriods, type PeriodDocument, type PeriodFormat } from '../../src/output/format.ts';
import { formatNames, formats, openFormat } from '../../src/output/formats.ts';
import { jsonOfPeriods, ndjsonOfPeriods } from '../../src/output/json.ts';
import { tableOfPeriods } from '../../src/output/table/table.ts';
import type { Periods } from '../../src/periods/figures.ts';
import { invert, type ShownRates } from '../../src/rates/day-rates.ts';
import { usd } from '../../src/sources/oxr/service.ts';
import { codes, day, documentOf, ratesOf } from './days.ts';

const weekly: Periods = { every: 'week', take: 'mean', weekdays: false };

function periodsOf(periods: Partial<Periods> = {}, more: Partial<Document> = {}): PeriodDocument {
  const range = { start: day('2024-01-01'), end: day('2024-12-31') };
  return { ...documentOf(more), kind: { of: 'periods', ...range, ...weekly, ...periods } };
}

function textOf(format: PeriodFormat, document: PeriodDocument, days: readonly ShownRates[]): string {
  const formatter = inPeriods(format, document);
  return days.map((each) => formatter.day(each)).join('') + [...formatter.end()].join('');
}

const lines = (...all: string[]) => all.map((line) => `${line}\n`).join('');

/** A Saturday, a Sunday, and a Monday in the next week. */
const three = [
  ratesOf('2024-01-06', { EUR: 0.9, GBP: 0.8 }),
  ratesOf('2024-01-07', { EUR: 0.92, GBP: 0.7 }),
  ratesOf('2024-01-08', { EUR: 0.95 }),
];

describe('csv', () => {
  test('has a row per period and rate, no date for a mean, and the number of days', () => {
    expect(textOf(csvOfPeriods, periodsOf(), three)).toBe(
      lines(
        'period,base,quote,rate,date,days',
        '2024-W01,USD,EUR,0.91,,2',
        '2024-W01,USD,GBP,0.75,,2',
        '2024-W02,USD,EUR,0.95,,1',
      ),
    );
  });

  test.each([
    ['first', '0.9,2024-01-06', '0.8,2024-01-06'],
    ['last', '0.92,2024-01-07', '0.7,2024-01-07'],
    ['min', '0.9,2024-01-06', '0.7,2024-01-07'],
    ['max', '0.92,2024-01-07', '0.8,2024-01-06'],
  ] as const)('has the day of the %s', (take, eur, gbp) => {
    expect(textOf(csvOfPeriods, periodsOf({ take, every: 'year' }), three.slice(0, 2))).toBe(
      lines('period,base,quote,rate,date,days', `2024,USD,EUR,${eur},2`, `2024,USD,GBP,${gbp},2`),
    );
  });

  test.each([{ symbols: codes('GBP,EUR') }, {}])('wide: has a column per currency', (more) => {
    const text = textOf(csvOfPeriods, periodsOf({}, { wide: true, ...more }), three);
    const [head, first, second] =
      'symbols' in more ? ['GBP,EUR', '0.75,0.91', ',0.95'] : ['EUR,GBP', '0.91,0.75', '0.95,'];
    expect(text).toBe(lines(`period,base,${head}`, `2024-W01,USD,${first}`, `2024-W02,USD,${second}`));
  });

  test('has at least a header', () => {
    expect(textOf(csvOfPeriods, periodsOf(), [])).toBe('period,base,quote,rate,date,days\n');
    expect(textOf(csvOfPeriods, periodsOf({}, { wide: true, symbols: codes('EUR') }), [])).toBe('period,base,EUR\n');
  });
});

describe('one unit of each symbol in the base', () => {
  const [eur = usd] = codes('EUR');
  const inverted = invert(ratesOf('2024-01-06', { EUR: 1.25, GBP: 1 }), eur);
  const text = (format: PeriodFormat, more: Partial<Document> = {}) => {
    const document = periodsOf({}, { inverted: true, base: eur, symbols: codes('GBP'), ...more });
    return textOf(format, document, inverted ? [inverted] : []);
  };

  test("has base and quote in each other's place", () => {
    expect(text(csvOfPeriods)).toBe(lines('period,base,quote,rate,date,days', '2024-W01,GBP,EUR,1.25,,1'));
    expect(text(csvOfPeriods, { wide: true })).toBe(lines('period,quote,GBP', '2024-W01,EUR,1.25'));
    expect(JSON.parse(text(ndjsonOfPeriods))).toMatchObject({ base: 'GBP', quote: 'EUR', rate: 1.25 });
    expect(JSON.parse(text(jsonOfPeriods))).toMatchObject({ take: 'mean', quote: 'EUR' });
    expect(text(asDays(csv))).toBe(lines('date,base,quote,rate', '2024-01-07,GBP,EUR,1.25'));
    expect(text(tableOfPeriods)).toMatch(/^1 GBP = EUR +mean .*\n2024-W01 +1\.25 /);
  });
});

test('tsv has tabs, and a comma as the decimal mark brings semicolons to csv', () => {
  expect(textOf(tsvOfPeriods, periodsOf({}, { decimal: 'comma' }), three.slice(2))).toBe(
    lines('period\tbase\tquote\trate\tdate\tdays', '2024-W02\tUSD\tEUR\t0,95\t\t1'),
  );
  expect(textOf(csvOfPeriods, periodsOf({ take: 'max' }, { decimal: 'comma' }), three.slice(2))).toBe(
    lines('period;base;quote;rate;date;days', '2024-W02;USD;EUR;0,95;2024-01-08;1'),
  );
});

test('ndjson has the same names', () => {
  expect(textOf(ndjsonOfPeriods, periodsOf(), three.slice(2))).toBe(
    '{"period":"2024-W02","base":"USD","quote":"EUR","rate":0.95,"date":null,"days":1}\n',
  );
  expect(textOf(ndjsonOfPeriods, periodsOf({ take: 'max' }), three.slice(2))).toContain(',"date":"2024-01-08",');
});

describe('json', () => {
  test('has periods in place of days', () => {
    expect(JSON.parse(textOf(jsonOfPeriods, periodsOf(), three))).toEqual({
      every: 'week',
      take: 'mean',
      base: 'USD',
      periods: {
        '2024-W01': { days: 2, rates: { EUR: 0.91, GBP: 0.75 } },
        '2024-W02': { days: 1, rates: { EUR: 0.95 } },
      },
    });
  });

  test('has the days of figures that have one, and the most days of any symbol', () => {
    const { periods } = JSON.parse(textOf(jsonOfPeriods, periodsOf({ take: 'min', every: 'month' }), three));
    expect(periods).toEqual({
      '2024-01': { days: 3, rates: { EUR: 0.9, GBP: 0.7 }, dates: { EUR: '2024-01-06', GBP: '2024-01-07' } },
    });
  });

  test('is a document where there is no period', () => {
    expect(JSON.parse(textOf(jsonOfPeriods, periodsOf(), []))).toMatchObject({ every: 'week', periods: {} });
  });
});

describe('a format that knows only days', () => {
  test('has each period on its last day, or that of the range', () => {
    const days = Array.from({ length: 40 }, (_, at) => ratesOf(addDays(day('2024-11-30'), at), { EUR: at }));
    const within = days.filter((each) => each.day <= '2024-12-10');
    const document = periodsOf({ every: 'month', take: 'last' });
    const cut = { ...document, kind: { ...document.kind, end: day('2024-12-10') } };
    expect(textOf(asDays(csv), cut, within)).toBe(
      lines('date,base,quote,rate', '2024-11-30,USD,EUR,0', '2024-12-10,USD,EUR,10'),
    );
  });
});

test('each format of text writes each period, complete with its last day', async () => {
  for (const name of formatNames.filter((each) => !formats[each].binary)) {
    const formatter = await openFormat(name, periodsOf({ take: 'max' }, { symbols: codes('EUR,GBP') }));
    const text = three.map((each) => formatter.day(each)).join('') + [...formatter.end()].join('');
    expect(text, name).toContain('0.92');
    expect(text, name).toContain('0.95');
    expect(text.endsWith('\n')).toBe(true);
  }
});

test('a period is written as soon as the next one begins', () => {
  const rate = fc.integer({ min: 1, max: 999 });
  fc.assert(
    fc.property(fc.array(rate, { minLength: 1, maxLength: 120 }), (rates) => {
      const formatter = inPeriods(ndjsonOfPeriods, periodsOf({ every: 'month' }));
      const days = rates.map((EUR, at) => ratesOf(addDays(day('2024-01-20'), at), { EUR }));
      const written = days.map((each) => [each.day, formatter.day(each)] as const);
      for (const [at, [date, text]] of written.entries()) {
        const before = days[at - 1]?.day;
        const isNext = before !== undefined && monthOf(before) !== monthOf(date);
        expect(text).toBe(isNext ? text : '');
        if (isNext) expect(JSON.parse(String(text)).period).toBe(monthOf(before));
      }
    }),
  );
});
