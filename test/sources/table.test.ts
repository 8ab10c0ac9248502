import { expect, test } from 'vitest';
import { keys } from '../../src/config/settings.ts';
import {
  banksOfAuto,
  basesInWords,
  sourceChoices,
  sourceNames,
  sources,
  sourcesInWords,
} from '../../src/sources/table.ts';
import { either } from '../../src/words.ts';

test.each(sourceNames)('help and settings have the source %s', (name) => {
  const { is, base, url, urlKey } = sources[name];
  expect(sourcesInWords).toContain(`${name} (${is})`);
  expect(`oxr: ${basesInWords}`).toContain(`${name}: ${base}`);
  expect(keys[urlKey].default).toBe(url);
  expect(keys[urlKey].meaning).toContain(name === 'oxr' ? 'the service' : is);
});

test('help has all choices of a source', () => {
  expect(keys.source.meaning).toContain(either(sourceChoices));
  expect(sourcesInWords).toContain(`else ${either(banksOfAuto)})`);
});
