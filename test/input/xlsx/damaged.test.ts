import { expect, test } from 'vitest';
import { Failure } from '../../../src/errors.ts';
import { book, row, sheet, styles, texts } from '../../support/books.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { inWhole, seed } from '../../support/whole.ts';
import { linesOf } from './lines.ts';

const rows = Array.from({ length: 40 }, (_, at) => row('2024-01-17', at * 1.25, 'USD')).join('');
const parts = {
  'xl/styles.xml': styles(14),
  'xl/sharedStrings.xml': texts('<t>Date</t>', '<r><t>Sum</t></r>'),
  'xl/worksheets/sheet1.xml': sheet(`<row r="1"><c t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>${rows}`),
};

const some = (random: Random, most: number) => Math.floor(random() * most);

/** Bytes that are other ones, are gone, are there twice, or have changed places. */
function damagedSomewhere(bytes: Uint8Array, random: Random): Uint8Array {
  const [from, to] = [some(random, bytes.length), some(random, bytes.length)];
  const length = 1 + some(random, random() < 0.5 ? 4 : 400);
  const [before, piece, after] = [bytes.slice(0, from), bytes.slice(from, from + length), bytes.slice(from + length)];
  switch (some(random, 5)) {
    case 0:
      return before;
    case 1:
      return Buffer.concat([before, after]);
    case 2:
      return Buffer.concat([before, piece, piece, after]);
    case 3:
      return Buffer.concat([before, bytes.slice(to, to + length), after]);
    default:
      return Buffer.concat([before, piece.map((byte) => byte ^ (1 << some(random, 8))), after]);
  }
}

/** What the file says, or that it is refused. */
const readOrRefused = (bytes: Uint8Array) =>
  linesOf(bytes).catch((error) => {
    if (error instanceof Failure && error.exitCode === 2) return undefined;
    throw error;
  });

const times = inWhole(1000, 30);

test.each([0, 6] as const)(
  'a file with damaged bytes says the same, or is refused (packed by level %i)',
  async (level) => {
    const random = randomFrom(seed);
    const whole = book(parts, { level });
    const said = await linesOf(whole);
    let refused = 0;
    for (let at = 0; at < times; at++) {
      const read = await readOrRefused(damagedSomewhere(whole, random));
      if (read) expect(read).toEqual(said);
      else refused++;
    }
    // else nothing would have been damaged
    expect(refused).toBeGreaterThan(times / 4);
  },
);
