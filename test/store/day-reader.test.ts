import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Code } from '../../src/currencies/code.ts';
import type { DayRates } from '../../src/rates/day-rates.ts';
import { ListedRates } from '../../src/rates/listed-rates.ts';
import { parseDayFile } from '../../src/store/day-file.ts';
import { DayReader } from '../../src/store/day-reader.ts';
import { alwaysIn } from '../support/always.ts';
import { day as dayOf } from '../support/rates.ts';
import { inWhole } from '../support/whole.ts';

const day = dayOf('2024-01-17');

/** Parts of a day's file, of which most files differ in numbers alone. */
const ordinary = {
  head: fc.constant('  "license": "x",\n'),
  time: fc.nat({ max: 9 }).map((digit) => `  "timestamp": 170553599${digit},\n`),
  side: fc.constant('  "base": "USD",\n'),
  aed: fc.nat().map((number) => String(number / 1e4)),
  usd: fc.constant('1'),
  zwd: fc.oneof(
    fc.nat({ max: 999 }).map(String),
    fc.double({ min: 0.001, max: 1e15, noNaN: true }).map((number) => JSON.stringify(number)),
  ),
  more: fc.constant(''),
  end: fc.constant('\n  }\n}\n'),
};

type Parts = { readonly [Name in keyof typeof ordinary]: string };

const textOf = ({ head, time, side, aed, usd, zwd, more, end }: Parts) =>
  `{\n${head}${time}${side}  "rates": {\n    "AED": ${aed},\n    "USD": ${usd},\n    "ZWD": ${zwd}${more}${end}`;

const decimal = fc
  .tuple(fc.bigInt({ min: 10n ** 13n, max: 10n ** 18n }), fc.nat({ max: 12 }))
  .map(([digits, decimals]) => `${digits}`.replace(new RegExp(`\\d{${decimals}}$`), decimals ? '.$&' : ''));
const number = fc.oneof(
  decimal,
  fc.constantFrom('0', '0.0', '00', '01.5', '.5', '.1.5', '5.', '1.2.3', '1e3', '-1', '-0', '', '1.50', '1 ', '1,'),
);

/** One part of a file is another than usual. */
const odd: fc.Arbitrary<Partial<Parts>> = fc.oneof(
  fc.record({ aed: number }),
  fc.record({ zwd: number }),
  fc.record({ usd: fc.constantFrom('2', '1.0', '0', '10') }),
  fc.record({ head: fc.nat({ max: 40 }).map((count) => `  "license": "${'ä'.repeat(count)}",\n`) }),
  fc.record({ head: fc.constantFrom('', '  "license": "y",\n', '  "table": "1/A",\n') }),
  fc.record({ time: fc.constantFrom('', '07', '9', '17055359x0', '1705535.91', '17055359901').map(timeOf) }),
  fc.record({ side: fc.constantFrom('  "base": "EUR",\n', '  "base": "USD",\n  "quoted": "pivot per unit",\n') }),
  fc.record({ more: fc.constantFrom(',', ',\n    "ZWL": 1', ',\n    "ZWD": 1', ',\n    "AAA": 1', 'x') }),
  fc.record({ end: fc.constantFrom('\n  }\n}', '\n  }\n}\n\n', '\n  }\n}\nx', '', '\n  }\n}x', '\n  },\n}\n') }),
);

function timeOf(digits: string): string {
  return digits && `  "timestamp": ${digits},\n`;
}

const damage = fc.record({
  at: fc.nat(),
  remove: fc.nat({ max: 2 }),
  insert: fc.constantFrom('', '0', '5', '.', ',', ';', '"', '\n', '}', ' '),
});

const ordinaryText = fc.record(ordinary).map(textOf);
const oddText = fc.tuple(fc.record(ordinary), odd).map(([parts, part]) => textOf({ ...parts, ...part }));
const damagedText = fc.tuple(ordinaryText, damage).map(([text, { at, remove, insert }]) => {
  const start = at % text.length;
  return text.slice(0, start) + insert + text.slice(start + remove);
});
const withoutComma = ordinaryText.map((text) => text.replace(',\n    "ZWD"', ';\n    "ZWD"'));
const texts = fc.array(
  fc.oneof({ weight: 4, arbitrary: ordinaryText }, { weight: 3, arbitrary: oddText }, damagedText, withoutComma),
  { minLength: 2, maxLength: 12 },
);

const plain = { head: '', time: '', side: '  "base": "USD",\n', usd: '1', more: '', end: '\n  }\n}\n' };

/** One that has read enough files to compare the next with them. */
function practised(): DayReader {
  const reader = new DayReader();
  const text = textOf({ ...plain, aed: '1', zwd: '1' });
  for (let count = 0; count < 20; count++) reader.read(Buffer.from(text), day);
  return reader;
}

const plainly = (read: DayRates | undefined) => read && { ...read, rates: [...read.rates] };

test('files in a row are read as each by itself', () =>
  alwaysIn(inWhole(10_000, 1000), [texts], (all) => {
    const reader = practised();
    for (const text of all)
      expect(plainly(reader.read(Buffer.from(text), day))).toEqual(plainly(parseDayFile(text, day)));
  }));

test('of some codes, files in a row have what each has by itself', () =>
  alwaysIn(inWhole(1000, 100), [texts], (all) => {
    const reader = practised();
    const some = new Set(['AED', 'USD', 'XXX'] as Code[]);
    for (const text of all) {
      const rates = reader.read(Buffer.from(text), day, some)?.rates;
      const whole = parseDayFile(text, day)?.rates;
      for (const code of some) expect(rates?.get(code)).toBe(whole?.get(code));
    }
  }));

test('files that differ in numbers of up to 15 digits alone are compared, and share the list of their codes', () =>
  alwaysIn(inWhole(1000, 100), [fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 2 })], (all) => {
    const reader = practised();
    const lists = all.map(([one, other]) => {
      const text = textOf({ ...plain, aed: String((one + 1) / 1e4), zwd: String((other + 1) / 1e3) });
      const rates = reader.read(Buffer.from(text), day)?.rates;
      return rates instanceof ListedRates ? rates.list : undefined;
    });
    expect(new Set(lists).size).toBe(1);
    expect(lists[0]).toBeDefined();
  }));
