import { averageOf } from '../../rates/computed.ts';

const blocks = [...'▁▂▃▄▅▆▇█'];
const middle = '▄';

/** Changes below this are noise of the last digits: the line is flat. */
const flat = 0.0001;

/** One character per rate, or per part where there are more rates than `width`; blank where there are none. */
export function sparkline(rates: readonly (number | undefined)[], width: number): string {
  const points = meansOf(rates, width);
  const known = points.filter((point) => point !== undefined);
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const blockOf = (point: number) =>
    span > low * flat ? (blocks[Math.round(((point - low) / span) * (blocks.length - 1))] ?? middle) : middle;
  return points.map((point) => (point === undefined ? ' ' : blockOf(point))).join('');
}

function meansOf(rates: readonly (number | undefined)[], parts: number): (number | undefined)[] {
  if (rates.length <= parts) return [...rates];
  return Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((part * rates.length) / parts);
    const to = Math.floor(((part + 1) * rates.length) / parts);
    const known = rates.slice(from, to).filter((rate) => rate !== undefined);
    return known.length > 0 ? averageOf(known) : undefined;
  });
}

const longest = 40;
const shortest = 8;

/** 0: no sparkline. */
export function sparkWidth(rates: number, room: number): number {
  const width = Math.min(rates, longest, room);
  return rates < 2 || width < Math.min(rates, shortest) ? 0 : width;
}
