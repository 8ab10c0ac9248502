import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/config/choice.ts';
import { keyNames } from '../../src/config/settings.ts';
import { cases } from '../support/cases.ts';

const commands = ['historical', 'series', 'archive', 'usage', 'store', 'serve', 'config', 'completion'];

describe('the nearest word', () => {
  const slips = 'seires = series   histrical = historical   hist = historical   CONFIG = config   stroe = store';
  it.each(cases(slips))('%s was meant as %s', (word, meant) => expect(nearest(word, commands)).toBe(meant));

  const keys = 'appid = app_id   base-url = base_url   symbol = symbols   confirm = confirm_above';
  it.each(cases(keys))('%s was meant as %s', (word, meant) => expect(nearest(word, keyNames)).toBe(meant));

  it.each(['', 'x', 'rates', 'latest', 'colour'])('%s was meant as none', (word) =>
    expect(nearest(word, commands)).toBeUndefined(),
  );
});
