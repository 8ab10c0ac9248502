import type { Failure } from '../../src/errors.ts';

/** A reporter that keeps what it is told: `note …`, `problem …` and `lack …`. */
export function listener() {
  const told: string[] = [];
  return {
    told,
    note: (text: string) => void told.push(`note ${text}`),
    lack: ({ message, hints }: Failure) => void told.push(`lack ${[message, ...hints].join('; ')}`),
    problem: (text: string) => void told.push(`problem ${text}`),
  };
}
