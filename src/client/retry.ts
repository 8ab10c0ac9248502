/** A request is tried so many times at the most. */
export const mostTries = 5;

const longestWait = 5 * 60_000;

/** Seconds; what is longer ends in no year that a date can hold. */
const longestAsked = 1e10;

/** Milliseconds to wait after the failed try number `tried` (from 1): at least a second, doubling, with jitter from `random` in [0, 1). */
export function backoff(tried: number, random: number): number {
  return 1000 * 2 ** (tried - 1) * (1 + random / 2);
}

/** Milliseconds that a Retry-After header (seconds or a date) asks to wait from `now`; nothing where there is none. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Math.min(Number(header), longestAsked) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Whether a wait is longer than a run should stand still. */
export function isTooLong(wait: number): boolean {
  return wait > longestWait;
}
