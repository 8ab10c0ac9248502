/** A request is tried so many times at the most. */
export const mostTries = 5;

const longestWait = 5 * 60_000;

/** Some three hundred years: what is longer ends in no year that a date can hold. */
const longestAsked = 1e13;

/** Milliseconds to wait after the failed try number `tried` (from 1): at least a second, doubling, with jitter from `random` in [0, 1). */
export function backoff(tried: number, random: number): number {
  return 1000 * 2 ** (tried - 1) * (1 + random / 2);
}

/** Milliseconds that a Retry-After header (seconds or a date) asks to wait from `now`; nothing where there is none. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const asked = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(0, asked), longestAsked);
}

/** Whether a wait is longer than a run should stand still. */
export function isTooLong(wait: number): boolean {
  return wait > longestWait;
}
