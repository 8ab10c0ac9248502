import { Failure } from '../../errors.ts';

/** Milliseconds to wait after try number `tried`, counted from 1; `random` in [0, 1) is the jitter. */
export function backoff(tried: number, random: number): number {
  return 1000 * 2 ** (tried - 1) * (1 + random / 2);
}

/** Milliseconds to wait, from a header with seconds or a date. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const asked = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(asked) ? undefined : Math.min(Math.max(0, asked), longestAsked);
}

/** About 300 years, within the range of a Date. */
const longestAsked = 1e13;

export const isTooLong = (wait: number) => wait > 5 * 60_000;

export const tooLong = (host: string, until: number) =>
  new Failure(
    'asked_to_wait',
    `${host} says to wait until ${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  );
