import type { Failure } from '../errors.ts';

export interface VoiceOptions {
  readonly quiet?: true;
  readonly debug?: true;
  readonly color?: boolean;
}

export interface Reporter {
  speak(voice: VoiceOptions): void;
  note(text: string): void;
  /** Printed under --quiet too. */
  problem(text: string): void;
  failure(failure: Pick<Failure, 'message' | 'hints'>): void;
  debug(text: () => string): void;
  hide(secret: string): void;
  /** @param doing `verifying`; undefined: days are fetched */
  startProgress(days: number, toDo: number, doing?: string): void;
  advance(days: number): void;
  /** @param wait milliseconds until the service may be asked again */
  waiting(wait: number): void;
  stopProgress(): void;
  around<T>(write: () => T): T;
}
