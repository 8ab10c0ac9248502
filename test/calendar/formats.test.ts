import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOrders, readDate } from '../../src/calendar/formats.ts';
import { alwaysIn } from '../support/always.ts';
import { eachCase } from '../support/cases.ts';
import { inWhole } from '../support/whole.ts';
import { anyDay } from './any.ts';

describe('a day in a cell', () => {
  const read = (text: string) => dateOrders.map((order) => readDate(text)[order]);
  const inAll = (day: string | undefined) => dateOrders.map(() => day);

  describe('a day', () => {
    test.each([
      ...['2024-01-17', '2024-1-17', '17.01.2024', '17.1.2024', '17.01.24', '17.1.24', '20240117', '2024/01/17'],
      ...[' 2024-01-17 ', '2024.01.17', '17-Jan-24', '17-JAN-2024', '17 Jan 2024', '17Jan24', 'Jan 17, 2024'],
      ...['January 17th, 2024', '2024-Jan-17', '17/ene/2024', '17. Jän. 2024', '17 janv. 2024', '17 de ene. de 2024'],
      ...['17\u00a0gen 2024', '17 de janeiro de 2024', '17 januari 24', '17. Januar 2024', 'Jan/17/2024'],
      ...['Wed, 17 Jan 2024 13:22:11 +0000', 'Mi, 17. Jan 2024', 'mercredi 17 janvier 2024', 'quarta-feira 17.1.2024'],
      ...['17. 1. 2024', '2024. 01. 17.', '2024. 1. 17.', '17 stycznia 2024', '17. ledna 2024', '17 sty 2024'],
      ...['20240117132211', '20240117;132211', '1705497731', '1705497731000'],
    ])('can be written %j', (text) => expect(read(text)).toEqual(inAll('2024-01-17')));

    // the day first, the month first, the year first
    eachCase(`
      17/01/2024 = 2024-01-17 = - = -   01/17/2024 10:00 = - = 2024-01-17 = -   1/17/24 = - = 2024-01-17 = -
      1/7/2024 = 2024-07-01 = 2024-01-07 = -   29/02/2024 = 2024-02-29 = - = -   31/02/2024 = - = - = -
      01-07-24 = 2024-07-01 = 2024-01-07 = 2001-07-24   24-01-17 = 2017-01-24 = - = 2024-01-17
      17/01/24 = 2024-01-17 = - = 2017-01-24   24/3/1 10:00 = 2024-03-01 = 2024-03-01 = 2024-03-01
      1.7.2024 = 2024-07-01 = 2024-07-01 = 2024-07-01   24.03.01 = 2001-03-24 = 2001-03-24 = 2001-03-24
    `)('may begin with the day, the month or the year: %j', (text = '', ...days) =>
      expect(read(text).map((day) => day ?? '-')).toEqual(days),
    );

    test.each([
      ...['', 'soon', '2024-02-30', '2024-01-17x', '17.13.2024', '2024-01-17 noon', '20241301', '170548800'],
      ...['99991331235959', 'Total 17.01.2024', 'Wed', 'W 17.01.2024', '31-31-2024', '31.31.24', '17/01-2024'],
      ...['2024-01-17 99:99', '17 Jui 2024', '17 Ja 2024'],
      ...['17 Foo 2024', '29 févr. 2023', 'Jan 2024', '17 Jan 20:24', '17 Jan', '240117'],
      `17 Jan 2024${' '.repeat(100)}`,
    ])('is not %j', (text) => expect(read(text)).toEqual(inAll(undefined)));
  });

  describe('a month by its name', () => {
    const languages = ['en', 'de', 'de-AT', 'fr', 'es', 'it', 'nl', 'pt'];
    const months = (style: 'long' | 'short') =>
      languages.flatMap((language) => {
        const { format } = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
        return Array.from({ length: 12 }, (_, at) => [at + 1, format(Date.UTC(2024, at))] as const);
      });
    // some have two kinds of accents, or none where the keyboard has none
    const written = [...months('long'), ...months('short')]
      .flatMap(([month, name]) =>
        [name, name.normalize('NFD'), name.toUpperCase()].map((text) => [month, text] as const),
      )
      .concat(Object.entries({ Maerz: 3, MRZ: 3, setiembre: 9, aout: 8 }).map(([name, month]) => [month, name]));

    test('is known in seven languages, whole and as they cut it', () => {
      const wrong = written.filter(([month, name]) => {
        const day = `2024-${String(month).padStart(2, '0')}-05`;
        const texts = ['5 * 2024', '5. * 24', '5*24', '05-*-2024', '* 5, 2024', '5 de * de 2024'].map((form) =>
          form.replace('*', name),
        );
        return texts.some((text) => read(text).some((read) => read !== day));
      });
      expect(wrong).toEqual([]);
    });
  });

  test('a day is never another one, in any form', () => {
    const marks = fc.constantFrom('-', '/', '.');
    const times = fc.constantFrom('', ' 10:00', 'T23:59:59Z', ', 1:05 PM');
    return alwaysIn(
      inWhole(300, 100),
      [anyDay.filter((day) => day > '2000'), marks, times, fc.boolean()],
      (day, mark, time, isShort) => {
        const [year = '', month = '', date = ''] = day.split('-');
        const ends = isShort ? year.slice(2) : year;
        const dayFirst = [date, month, ends].join(mark) + time;
        const monthFirst = [month, date, ends].join(mark) + time;
        const swapped = month <= '12' && date <= '12' ? `${year}-${date}-${month}` : undefined;
        const [usual, american] = [readDate(dayFirst), readDate(monthFirst)];
        expect([usual.DMY, usual.MDY]).toEqual([day, mark === '.' ? day : swapped]);
        expect([american.DMY, american.MDY]).toEqual([swapped, mark === '.' ? swapped : day]);
        const yearFirst = readDate([ends, month, date].join(mark) + time);
        if (mark !== '.' || !isShort) expect(yearFirst.YMD).toBe(day);
        expect(readDate(monthFirst, 'MDY').DMY).toBe(day);
        expect(readDate(dayFirst, 'DMY').MDY).toBe(day);
        expect(readDate([ends, month, date].join(mark) + time, 'YMD').DMY).toBe(day);
      },
    );
  });
});
