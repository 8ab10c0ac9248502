import type { Failure } from '../../src/errors.ts';
import type { StoredDays } from '../../src/fetch/stored-days.ts';

/** A reporter that keeps what it is told: `note …`, `problem …` and `lack …`. */
export function listener() {
  const told: string[] = [];
  return {
    told,
    note: (text: string) => void told.push(`note ${text}`),
    partial: ({ message, hints }: Failure) => void told.push(`lack ${[message, ...hints].join('; ')}`),
    problem: (text: string) => void told.push(`problem ${text}`),
  };
}

/** What is reported of the days that were received. */
export function reportOf({ receiver }: StoredDays): readonly string[] {
  const reporter = listener();
  receiver.report(reporter);
  return reporter.told;
}
