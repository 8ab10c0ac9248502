import { expect, test } from 'vitest';
import { storePlaces } from '../../src/store/places.ts';

test('nothing but days lies in the tree of days', () => {
  const { days, journal, state, ...others } = storePlaces({
    store: '/store',
    state: '/state',
    service: 'host/api',
    alternative: true,
  });
  expect(days).toBe('/store/host/api/historical-alternative');
  expect(state).toBe('/state/sources/host/api/historical-alternative.json');
  expect(journal).toBe('/state/journal/store/host/api/historical-alternative');
  for (const place of Object.values(others)) expect(place).toMatch(/^\/state\/\w+\/host\/api\/historical-alternative$/);
});
