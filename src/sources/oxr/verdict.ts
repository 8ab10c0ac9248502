import type { Answer, Refused } from '../source.ts';
import { type Ask, answerOf, Unusable } from './answer.ts';
import { isAnswer, type Response, servedAt } from './exchange.ts';
import { refusalOf } from './refusal.ts';

/** What a try has come to. */
export type Verdict =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly told: string }
  | { readonly kind: 'refused'; readonly refused: Refused }
  | Failed;

export interface Failed {
  readonly kind: 'failed';
  readonly reason: string;
  /** May have been charged, though the answer is lost. */
  readonly lost: boolean;
  readonly final: boolean;
  readonly throttled: boolean;
  /** Milliseconds that the service asks to wait. */
  readonly after: number | undefined;
}

export function verdictOn(response: Response, ask: Ask, host: string, now: number): Verdict {
  const { status, headers, body } = response;
  const refused = refusalOf(response, host);
  if (refused) return { kind: 'refused', refused };
  if (!isAnswer(response)) {
    const throttled = status === 429;
    return failedTry(throttled ? 'throttled (429)' : `status ${status}`, {
      // a gateway lost the answer of the service behind it
      lost: status === 502 || status === 504,
      throttled,
      after: retryAfter(headers['retry-after']?.toString(), now),
    });
  }
  try {
    const answer = answerOf(ask, { body, served: servedAt(response) });
    return { kind: 'answer', answer, told: `${status}, ${body.length} bytes` };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return failedTry(`unusable answer: ${error.message}`, { lost: true });
  }
}

export function failedTry(reason: string, how: Partial<Failed>): Failed {
  return { kind: 'failed', reason, lost: false, final: false, throttled: false, after: undefined, ...how };
}

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
