import { expect, test } from 'vitest';
import { keys } from '../../src/config/settings.ts';
import { basesInWords, sourceNames, sources, sourcesInWords } from '../../src/sources/table.ts';

test.each(sourceNames)('help and settings have the source %s', (name) => {
  const { is, base, url, urlKey } = sources[name];
  expect(sourcesInWords).toContain(`${name} (${is})`);
  expect(`oxr: ${basesInWords}`).toContain(`${name}: ${base}`);
  expect(keys[urlKey].default).toBe(url);
});
