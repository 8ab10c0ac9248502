import { addDays, type Day } from '../calendar/day.ts';
import type { Code } from '../currencies/code.ts';
import { mixedInWords, mixedUnitIn, redenominationOf } from '../currencies/ended.ts';
import { firstOf } from '../rates/caveats.ts';
import { pairOf, sideOf } from '../rates/day-rates.ts';
import type { Document } from './format.ts';
import type { Grid } from './grid.ts';

/** What is wrong with the figures of currencies over many days, or periods. */
export function courseProblems<Label extends string>(
  grid: Grid<Label>,
  document: Document,
): readonly string[] {
  const { summary, symbols, kind } = document;
  const codes = symbols ?? grid.codes();
  const refused = codes.flatMap((code) => refusedInWords(code, grid, document));
  const cut = summary && kind.of === 'series' ? codes.flatMap((code) => cutInWords(code, grid)) : [];
  return [...firstOf(refused), ...firstOf(cut)];
}

function refusedInWords(code: Code, grid: Grid<string>, document: Document): readonly string[] {
  const pair = pairOf(sideOf(document), code);
  // a column takes time
  if (!pair.some(redenominationOf)) return [];
  const mixed = mixedUnitIn(pair, grid.column(code), (at) => grid.days[at] ?? '');
  return mixed ? [`no change, low, high or mean of ${pair.join('/')}: ${mixedInWords(mixed)}`] : [];
}

/** Days by which a currency may begin later than the range, or end earlier. */
const mostLacking = 7;

/** Of a currency whose first and last rates are not those of the range. */
function cutInWords(code: Code, grid: Grid<string>): readonly string[] {
  const days = grid.days as readonly string[] as readonly Day[];
  const rates = grid.column(code);
  const isRate = (rate: number | undefined) => rate !== undefined;
  const [first, last] = [days[rates.findIndex(isRate)], days[rates.findLastIndex(isRate)]];
  const [start, end] = [days[0], days.at(-1)];
  if (!first || !last || !start || !end) return [];

  const parts = [
    ...(first > addDays(start, mostLacking) ? [`begin on ${first}, those of the range on ${start}`] : []),
    ...(last < addDays(end, -mostLacking) ? [`end on ${last}, those of the range on ${end}`] : []),
  ];
  return parts.length > 0 ? [`the rates of ${code} ${parts.join(', and ')}`] : [];
}
