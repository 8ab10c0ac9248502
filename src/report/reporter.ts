import type { Failure } from '../errors.ts';

/** How the user wants it said. */
export interface VoiceOptions {
  readonly quiet?: true;
  readonly debug?: true;
  readonly color?: boolean;
}

/** Everything that is said on stderr. */
export interface Reporter {
  /** Until it is told how, everything is said in full. */
  speak(voice: VoiceOptions): void;
  /** Good to know; not said under --quiet. */
  note(text: string): void;
  /** Something asked for is missing; said under --quiet as well. */
  problem(text: string): void;
  failure(failure: Pick<Failure, 'message' | 'hint'>): void;
  debug(text: () => string): void;
  /** From now on the secret is in nothing that is said. */
  hide(secret: string): void;
  /** Shows how far a run is, where a person watches. */
  startProgress(days: number, toFetch: number): void;
  advance(days: number): void;
  stopProgress(): void;
  /** Writes to the terminal while the progress is out of the way. */
  around<T>(write: () => T): T;
}
