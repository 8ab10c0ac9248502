import { describe, expect, test } from 'vitest';
import { currencyNames } from '../../src/currencies/names.ts';
import { unitSaid } from '../../src/currencies/nicknames.ts';
import * as units from '../../src/currencies/units.ts';
import { cases } from '../support/cases.ts';

const { hundredthCalled, hundredthIn, hundredthInWords, parseUnit } = units;

const told = (unit: ReturnType<typeof parseUnit>) => unit && hundredthInWords(unit);

describe('a hundredth is told from its currency', () => {
  test.each([
    [' GBp ', 'GBp is 1/100 GBP'],
    ...cases(`
      GBp = GBp is 1/100 GBP   GBX = GBX is 1/100 GBP   gbx = GBX is 1/100 GBP   ZAc = ZAc is 1/100 ZAR
      ZAC = ZAc is 1/100 ZAR   zac = ZAc is 1/100 ZAR   Zax = ZAX is 1/100 ZAR   ila = ILA is 1/100 ILS
    `),
  ])('%j: %s', (text = '', words) => {
    expect(told(hundredthIn(text))).toBe(words);
    expect([parseUnit(text), unitSaid(text)]).toEqual([hundredthIn(text), hundredthIn(text)]);
  });

  test.each(['GBP', 'gbp', 'Gbp', 'gBp', 'ZAR', 'ils', 'EUR', '', 'GB', 'GBpp'])('%j is none', (text) =>
    expect(hundredthIn(text)).toBeUndefined(),
  );

  test('no code of a currency is one', () =>
    expect([...currencyNames.keys()].filter((code) => hundredthIn(code))).toEqual([]));

  test.each([
    ['Pence', 'GBX is 1/100 GBP'],
    ['agorot', 'ILA is 1/100 ILS'],
    ['constructor', undefined],
  ])('%s leads to one', (text, words) => expect(told(hundredthCalled(text))).toBe(words));
});
