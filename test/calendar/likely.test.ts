import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { likelyDay, likelyMonth } from '../../src/calendar/day.ts';
import { anyDay } from './any.ts';

describe('a day in another form', () => {
  it.each([
    '2024-1-7',
    '20240107',
    '2024/01/07',
    '2024.1.7',
    '7.1.2024',
    '07.01.2024',
    '2024-01-07T12:00:00Z',
  ])('%s is that very day', (text) => expect(likelyDay(text)).toBe('2024-01-07'));

  it.each(['17/01/2024', '01/17/2024', '17-1-2024'])('%s can only be one day', (text) =>
    expect(likelyDay(text)).toBe('2024-01-17'),
  );

  it.each(['', '01/02/2024', '2024-17-01', '30.02.2024', '2024117', '17.01.24', '2024-01', 'tomorrow'])(
    '%j is none',
    (text) => expect(likelyDay(text)).toBeUndefined(),
  );

  it('is never another day than the one written', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const [year = '', month = '', date = ''] = day
          .split('-')
          .map((part) => part.replace(/^0+(?=\d)/, ''));
        if (year.length < 4) return;
        expect(likelyDay(`${year}-${month}-${date}`)).toBe(day);
        expect(likelyDay(`${date}.${month}.${year}`)).toBe(day);
        expect(likelyDay(day.replaceAll('-', ''))).toBe(day);
        for (const text of [`${date}/${month}/${year}`, `${month}/${date}/${year}`])
          expect([day, undefined]).toContain(likelyDay(text));
      }),
    );
  });
});

describe('a month in another form', () => {
  it.each(['2024-1', '2024/01', '202401', '01.2024', '1/2024', '2024-01'])('%s is that month', (text) =>
    expect(likelyMonth(text)).toBe('2024-01'),
  );

  it.each(['', '2024', '2024-13', '2024-00', '01-24', '250'])('%j is none', (text) =>
    expect(likelyMonth(text)).toBeUndefined(),
  );
});
