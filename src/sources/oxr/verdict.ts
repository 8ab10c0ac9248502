import type { Answer } from '../outcome.ts';
import type { Refused } from '../refused.ts';
import { answerOf, Unusable } from './answer.ts';
import type { Ask } from './ask.ts';
import { refusalOf } from './refusal.ts';
import { isAnswer, type Response, servedAt } from './response.ts';
import { retryAfter } from './retry.ts';

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
