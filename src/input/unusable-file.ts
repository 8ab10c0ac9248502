/** Why a file cannot be taken, in words that follow its name. */
export class UnusableFile extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

export const damagedUtf16 = () => new UnusableFile('is UTF-16 that is cut off or damaged');

/** @throws UnusableFile unless the condition is met */
export function ensureUsable(condition: unknown, reason: string, hint?: string): asserts condition {
  if (!condition) throw new UnusableFile(reason, hint);
}
