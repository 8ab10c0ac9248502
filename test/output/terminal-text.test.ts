import fc from 'fast-check';
import { expect, test } from 'vitest';
import { terminalText } from '../../src/output/output.ts';

const pieceOf = fc.constantFrom(
  ...['a', 'größe', '€', '\n', '\r\n', '\r', '\t', '\u001b', '[31m', ']8;;x', '\u0007', '\u009b', '\u202e', '\u007f'],
);
const textOf = fc.array(pieceOf, { maxLength: 12 }).map((pieces) => pieces.join(''));

/** Also in bytes: a character or the end of a line may be in two pieces. */
function shown(text: string, cuts: readonly number[], isColored: boolean): string {
  const clean = terminalText(isColored);
  const bytes = Buffer.from(`${text}.`);
  const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length];
  return places.map((from, at) => clean(bytes.subarray(from, places[at + 1]))).join('');
}

test('nothing but lines and tabs steers a terminal, wherever the pieces end', () =>
  fc.assert(
    fc.property(textOf, fc.array(fc.nat(), { maxLength: 4 }), (text, cuts) => {
      const whole = shown(text, cuts, false);
      expect(whole.replaceAll(/\r\n|[\n\t]/g, '')).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(JSON.parse(`"${whole.replaceAll(/\r\n|[\n\t]/g, (sign) => JSON.stringify(sign).slice(1, -1))}"`)).toBe(
        `${text}.`,
      );
    }),
  ));

test('colours pass where they are our own, and no other sequence', () => {
  fc.assert(
    fc.property(textOf, fc.array(fc.nat(), { maxLength: 1 }), (text, cuts) => {
      const colored = shown(text.replaceAll('[31m', ''), cuts, true);
      expect(colored.replaceAll(/\r\n|[\n\t]/g, '')).not.toMatch(/[\p{Cc}\u202e]/u);
    }),
  );
  expect(terminalText(true)('\u001b[2mdim\u001b[22m \u001b[38;5;33mline\u001b[39m\n')).toBe(
    '\u001b[2mdim\u001b[22m \u001b[38;5;33mline\u001b[39m\n',
  );
});
