import fc from 'fast-check';
import { expect, test } from 'vitest';
import { optionsIn } from '../../src/commands/rates/options.ts';

const word = fc.constantFrom('2000', '2024-01-17', 'EUR', '30d');
const argument = word.map((text) => ({ words: [text], isOption: false }));
const option = fc
  .tuple(fc.constantFrom('--max-cost', '-s', '-qs', '--output', '-o'), word)
  .chain(([flag, value]) =>
    fc.constantFrom([flag, value], ['--no-store'], ['-q'], [`--max-cost=${value}`], [`-s${value}`], [`-qs${value}`]),
  )
  .map((words) => ({ words, isOption: true }));

test('a value of an option is no argument, though it is the same word', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(argument, option)), fc.array(argument), fc.boolean(), (before, after, hasEnd) => {
      const parts = [...before, ...(hasEnd ? [{ words: ['--'], isOption: false }] : []), ...after];
      const argv = parts.flatMap(({ words }) => words);
      expect(optionsIn(argv)).toEqual(parts.flatMap(({ words, isOption }) => (isOption ? words : [])));
    }),
  );
});
