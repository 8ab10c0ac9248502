const oneDay = 86_400_000;

export const dayAt = (time) => new Date(time).toISOString().slice(0, 10);
export const startOf = (day) => Date.parse(`${day}T00:00:00Z`);
export const dayAfter = (day, days = 1) => dayAt(startOf(day) + days * oneDay);

/** From the first to the last, both included; the last may be past its month's end, as the service allows. */
export function daysFrom(first, last) {
  const days = [];
  for (let day = first; day <= last; day = dayAfter(day)) days.push(day);
  return days;
}

export const daysOfYear = (year) => daysFrom(`${year}-01-01`, `${year}-12-31`);

/** The last day that ended at least an hour ago. */
export const lastFinishedDay = (now = Date.now()) => dayAt(now - oneDay - oneDay / 24);

/** Days of each calendar month together. */
export function byMonth(days) {
  const months = new Map();
  for (const day of days) months.set(day.slice(0, 7), [...(months.get(day.slice(0, 7)) ?? []), day]);
  return [...months.values()];
}

/** Days that follow one another together. */
export function runsOf(days) {
  const runs = [];
  for (const day of days.toSorted()) {
    const run = runs.at(-1);
    if (run && dayAfter(run.last) === day) run.last = day;
    else runs.push({ first: day, last: day });
  }
  return runs;
}

/** `2023-01-01..2023-01-31, 2023-03-02` */
export const nameDays = (days) =>
  runsOf(days)
    .map(({ first, last }) => (first === last ? first : `${first}..${last}`))
    .join(', ');
