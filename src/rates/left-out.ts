import type { Code } from './code.ts';

/** Rates that a document cannot have, counted by code. */
export class LeftOut {
  /** Number of days of each code. */
  readonly days = new Map<Code, number>();

  /** @param why completes "left out because" */
  constructor(readonly why: string) {}

  add(code: Code): void {
    this.days.set(code, (this.days.get(code) ?? 0) + 1);
  }
}
