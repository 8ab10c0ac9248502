import { describe, test } from 'vitest';
import { signed, unsigned } from '../support/readings/amounts.ts';
import { Texts } from '../support/readings/any.ts';
import { inOrder, isWritten, type Order, orders } from '../support/readings/days.ts';
import { each, judge, plain, rounds, run, today } from '../support/readings/judge.ts';

const any = new Texts();

/** What is read in each row of a file; of one and the same currency, so that no rate is needed. */
async function annotated(columns: string, rows: readonly string[], options: readonly string[]) {
  const words = ['annotate', '-', ...options, '--delimiter', ';', '--from', 'EUR', '--to', 'EUR', '--digits', '9'];
  const result = await run(words, `${[columns, ...rows].join('\n')}\n`);
  const [, ...added] = result.rows.map((row) => row.split(';').slice(-3));
  return { ...result, notes: result.notes.filter((note) => !note.startsWith('ratebook:')), added };
}

type Column = readonly (string | undefined)[];

/** The ways that leave no cell out which another way reads as something that may be. */
function possible(ways: readonly Column[], mayBe: (said: string) => boolean): readonly Column[] {
  const leavesOut = (one: Column, other: Column) =>
    other.some((said, at) => said !== undefined && mayBe(said) && one[at] === undefined);
  return ways.filter((one) => !ways.some((other) => leavesOut(one, other)));
}

describe('a column that has several readings is never done without a note:', () => {
  test('of amounts', async () => {
    for (let round = 0; round < rounds; round++) {
      const cells = any.several(1 + any.upTo(3), () => any.amount().replace('- ', '-'));
      const { code, added, notes } = await annotated('Sum', cells, ['--date', '2024-01-17', '--amount', 'Sum']);

      const ways = (['.', ','] as const).map((point) =>
        cells.map((cell) => [...signed(cell, (body) => unsigned(body, [point]))][0]),
      );
      // cells of which each is clear by itself need no common way
      const clear = cells.map((_, at) => each(ways.flatMap((amounts) => amounts[at] ?? [])));
      const isMixed = ways.every((amounts) =>
        amounts.some((amount, at) => amount === undefined && clear[at]?.length === 1),
      );
      const all =
        isMixed && clear.every(({ length }) => length <= 1)
          ? [clear.map(([one]) => one ?? '')]
          : possible(ways, () => true);
      const readings = each(all.map((amounts) => amounts.join(' ')));
      const said = code === 2 ? undefined : added.map(([, , converted]) => plain(converted)).join(' ');
      judge({ typed: cells, readings, said, notes, isClear: readings.length === 1 });
    }
  });

  test('of days', async () => {
    for (let round = 0; round < rounds; round++) {
      const cells = any.several(1 + any.upTo(4), () => any.numbers());
      const rows = cells.map((cell) => `${cell};1`);
      const { code, added, notes } = await annotated('Day;Sum', rows, ['--date', 'Day', '--amount', 'Sum']);

      const ways = orders.map((order) => cells.map((cell) => readIn(cell, order)));
      const possibly = possible(ways, () => true);
      const near = possibly.filter(isNear);
      const isMonthFirst = possibly.some((days) => days === ways[1]);
      const likely = isMonthFirst || near.length === 0 ? possibly : near;
      // a row that can only be to come is not done in any case
      const isLater = cells.map((_, at) => {
        const [day = today, ...others] = each(likely.flatMap((days) => days[at] ?? []));
        return day > today && others.length === 0;
      });
      const done = (days: Column) => days.map((day, at) => (isLater[at] ? '' : day)).join(' ');
      const readings = each(likely.map(done));
      const said = code === 2 ? undefined : done(added.map(([, date]) => date));
      judge({ typed: cells, readings, said, notes, isClear: readings.length === 1 && possibly.every(isNear) });
    }
  });

  /** Whether all are within five years. */
  function isNear(days: Column): boolean {
    const [first = '', ...others] = days.flatMap((day) => day ?? []).sort();
    return Date.parse(others.at(-1) ?? first) - Date.parse(first) <= 5 * 366 * 86_400_000;
  }

  /** What can be written in one order only says the same in all. */
  function readIn(cell: string, order: Order): string | undefined {
    const written = orders.filter((each) => isWritten(cell, each));
    return inOrder(cell, written.length === 1 ? (written[0] ?? order) : order);
  }
});
