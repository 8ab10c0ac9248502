import type { DayAxis, Tick, Values } from './axes.ts';

interface Room {
  readonly from: number;
  readonly to: number;
  /** The least distance between labels. */
  readonly apart: number;
}

interface LineEnd {
  /** The number of the line. */
  readonly line: number;
  readonly at: number;
}

type Position = (value: number) => number;

/** Where the names of the lines stand, beside their last values. */
export function endsOf(lines: readonly Values[], position: Position, room: Room): readonly LineEnd[] {
  const ends = lines.flatMap((values, line) => {
    const value = values.findLast((value) => value !== undefined);
    return value === undefined ? [] : [{ line, at: position(value) }];
  });
  ends.sort((a, b) => a.at - b.at);
  return spread(ends, room);
}

/** Moves labels down until they are `apart` from one another, and up where that leads out of the room. */
function spread<T extends { readonly at: number }>(labels: readonly T[], { from, to, apart }: Room): T[] {
  let least = from;
  const down = labels.map((label) => {
    const at = Math.max(least, label.at);
    least = at + apart;
    return { ...label, at };
  });

  let most = to;
  return down.reverse().map((label) => {
    const at = Math.min(most, label.at);
    most = at - apart;
    return { ...label, at };
  });
}

interface Dates extends Room {
  readonly most: number;
  /** The width of a letter. */
  readonly letter: number;
}

interface PlacedTick extends Tick {
  /** Where the label begins. */
  readonly start: number;
}

/** As many dates as have room for their labels, which are centred, but within the room. */
export function datesOf(ticksOf: DayAxis['ticks'], dates: Dates): readonly PlacedTick[] {
  const counts = Array.from({ length: dates.most }, (_, at) => dates.most - at);
  const candidates = counts.map((count) => ticksOf(count).map((tick) => placed(tick, dates)));
  const several = candidates.filter(({ length }) => length > 1);
  const fitting = several
    .map((ticks) => apartFromFirst(ticks, dates))
    .find((ticks) => ticks.length > 1 && areApart(ticks, dates));
  if (fitting) return fitting;

  const least = several.at(-1) ?? candidates[0] ?? [];
  for (let step = 2; ; step++) {
    const some = least.filter((_, at) => at % step === 0);
    if (areApart(some, dates)) return some;
  }
}

function placed(tick: Tick, { from, to, letter }: Dates): PlacedTick {
  const width = tick.label.length * letter;
  const start = Math.min(to - width, tick.at - width / 2);
  return { ...tick, start: Math.round(Math.max(from, start)) };
}

/** The first stays where it is close to others. */
function apartFromFirst(ticks: readonly PlacedTick[], dates: Dates): readonly PlacedTick[] {
  const [first] = ticks;
  return first ? [first, ...ticks.slice(1).filter((tick) => areApart([first, tick], dates))] : ticks;
}

function areApart(ticks: readonly PlacedTick[], { letter, apart }: Dates): boolean {
  return ticks.every(({ start, label }, at) => {
    const next = ticks[at + 1];
    return !next || start + label.length * letter + apart <= next.start;
  });
}
