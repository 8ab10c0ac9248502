import type { DayAxis, Tick, Values } from './axes.ts';

interface Room {
  readonly from: number;
  readonly to: number;
  readonly gap: number;
}

export function endsOf(lines: readonly Values[], position: (value: number) => number, room: Room) {
  const ends = lines.flatMap((values, line) => {
    const value = values.findLast((value) => value !== undefined);
    return value === undefined ? [] : [{ line, at: position(value) }];
  });
  ends.sort((a, b) => a.at - b.at);
  return apart(ends, room);
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
  readonly letter: number;
}

type PlacedTick = ReturnType<typeof placed>;

/** As many as have room for their labels, which are centred, but within the room. */
export function datesOf(ticksOf: DayAxis['ticks'], dates: Dates): readonly PlacedTick[] {
  const counts = Array.from({ length: dates.most }, (_, at) => dates.most - at);
  const candidates = counts.map((count) => ticksOf(count).map((tick) => placed(tick, dates)));
  const several = candidates.filter(({ length }) => length > 1);
  const fitting = several.find((ticks) => areApart(ticks, dates));
  if (fitting) return fitting;
  const least = several.at(-1) ?? candidates[0] ?? [];
  for (let step = 2; ; step++) {
    const some = least.filter((_, at) => at % step === 0);
    if (areApart(some, dates)) return some;
  }
}

function placed(tick: Tick, { from, to, letter }: Dates) {
  const width = tick.label.length * letter;
  return { ...tick, start: Math.round(Math.max(from, Math.min(to - width, tick.at - width / 2))) };
}

function areApart(ticks: readonly PlacedTick[], { letter, gap }: Dates): boolean {
  return ticks.every(({ start, label }, at) => {
    const next = ticks[at + 1];
    return !next || start + label.length * letter + gap <= next.start;
  });
}
