import fc from 'fast-check';
import { expect, test } from 'vitest';
import { argumentPlaces, seriesOptions } from '../../src/commands/rates/options.ts';

const word = fc.constantFrom('2000', '2024-01-17', 'EUR', '30d');
const argument = word.map((text) => ({ words: [text], isArgument: true }));
const option = fc
  .tuple(fc.constantFrom('--max-cost', '-s', '-qs', '--output', '-o'), word)
  .chain(([flag, value]) =>
    fc.constantFrom([flag, value], ['--no-store'], ['-q'], [`--max-cost=${value}`], [`-s${value}`], [`-qs${value}`]),
  )
  .map((words) => ({ words, isArgument: false }));

test('a value of an option is no argument, though it is the same word', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(argument, option)), fc.array(argument), fc.boolean(), (before, after, hasEnd) => {
      const end = hasEnd ? [{ words: ['--'], isArgument: false }] : [];
      const parts = [...before, ...end, ...after];
      const marks = parts.flatMap(({ words, isArgument }) => words.map(() => isArgument));
      const argv = parts.flatMap(({ words }) => words);
      expect(argumentPlaces(argv, seriesOptions)).toEqual(marks.flatMap((isOne, at) => (isOne ? at : [])));
    }),
  );
});
