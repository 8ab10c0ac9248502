import type { Code } from '../currencies/code.ts';

export class LeftOut {
  readonly days = new Map<Code, number>();

  /** @param why completes "left out because" */
  constructor(readonly why: string) {}

  add(code: Code): void {
    this.days.set(code, (this.days.get(code) ?? 0) + 1);
  }
}
