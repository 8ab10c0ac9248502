import type { DayAxis, Tick, Values } from './axes.ts';

interface Room {
  readonly from: number;
  readonly to: number;
  readonly gap: number;
}

/** Where each line's code stands: beside its last value, or as near as the others allow. */
export function endsOf(
  lines: readonly Values[],
  position: (value: number) => number,
  room: Room,
): readonly { readonly line: number; readonly at: number }[] {
  const ends = lines.flatMap((values, line) => {
    const value = values.findLast((value) => value !== undefined);
    return value === undefined ? [] : [{ line, at: position(value) }];
  });
  return apart(
    ends.toSorted((a, b) => a.at - b.at),
    room,
  );
}

/** Moves labels down until they are `gap` apart, and up where that leads out of the room. */
function apart<T extends { readonly at: number }>(labels: readonly T[], { from, to, gap }: Room): T[] {
  let least = from;
  const down = labels.map((label) => {
    const at = Math.max(least, label.at);
    least = at + gap;
    return { ...label, at };
  });
  let most = to;
  return down.reverse().map((label) => {
    const at = Math.min(most, label.at);
    most = at - gap;
    return { ...label, at };
  });
}

interface Dates extends Room {
  readonly most: number;
  /** Width of a character. */
  readonly letter: number;
}

interface PlacedTick extends Tick {
  readonly start: number;
}

/** As many as have room for their labels, which are centred, but within the room. */
export function datesOf(ticksOf: DayAxis['ticks'], dates: Dates): readonly PlacedTick[] {
  const candidates = counts(dates.most).map((count) => ticksOf(count).map((tick) => placed(tick, dates)));
  const several = candidates.filter(({ length }) => length > 1);
  const fitting = several.find((ticks) => areApart(ticks, dates));
  if (fitting) return fitting;
  const least = several.at(-1) ?? candidates[0] ?? [];
  for (let step = 2; ; step++) {
    const some = least.filter((_, at) => at % step === 0);
    if (areApart(some, dates)) return some;
  }
}

/** From the most down to 1. */
const counts = (most: number) => Array.from({ length: most }, (_, at) => most - at);

function placed(tick: Tick, { from, to, letter }: Dates): PlacedTick {
  const width = tick.label.length * letter;
  return { ...tick, start: Math.round(Math.max(from, Math.min(to - width, tick.at - width / 2))) };
}

function areApart(ticks: readonly PlacedTick[], { letter, gap }: Dates): boolean {
  return ticks.every(({ start, label }, at) => {
    const next = ticks[at + 1];
    return !next || start + label.length * letter + gap <= next.start;
  });
}
