import { describe, expect, test } from 'vitest';
import { Rejected, readDocument } from '../../src/input/day-documents.ts';
import { publisher } from '../support/publisher.ts';

const now = Date.parse('2024-03-10T12:00:00Z');
const good = { base: 'USD', rates: { EUR: 0.9, USD: 1 } };

function read(body: unknown, date = '2024-01-17') {
  const day = readDocument({ name: 'old.ndjson:12', date, body }, publisher, now);
  return day instanceof Rejected ? `${day.name} ${day.reason}` : day;
}

test('days are taken from the first day of all to the last finished one', () => {
  expect(read(good, '1998-12-31')).toBe('old.ndjson:12 is before 1999-01-01');
  expect(read(good, '1999-01-01')).toMatchObject({ day: '1999-01-01' });
  expect(read(good, '2024-03-09')).toMatchObject({ day: '2024-03-09' });
});

describe('a timestamp', () => {
  const at = (time: string) => read({ ...good, timestamp: Date.parse(time) / 1000 });

  const near = ['2024-01-16T00:00:00Z', '2024-01-17T23:59:59Z', '2024-01-19T00:00:00Z'];
  test.each(near)('of %s may be that of 2024-01-17', (time) => expect(at(time)).toMatchObject({ day: '2024-01-17' }));

  test.each(['2024-01-15T23:59:59Z', '2024-01-19T00:00:01Z'])('of %s is of another day', (time) =>
    expect(at(time)).toBe('old.ndjson:12 has the timestamp of another day'),
  );
});

test('2,000 codes are taken, one more is not', () => {
  const codes = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`A${at}`, 1 + at]));
  expect(read({ base: 'USD', rates: codes(2000) })).toMatchObject({ day: '2024-01-17' });
  expect(read({ base: 'USD', rates: codes(2001) })).toBe('old.ndjson:12 has over 2,000 codes');
});
