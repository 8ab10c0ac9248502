export const exit = {
  ok: 0,
  failed: 1,
  usage: 2,
  partial: 3,
  key: 4,
  refused: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];

/** A failure to show to the user: what happened, and if possible what to do or type next. */
export class Failure extends Error {
  constructor(
    readonly exitCode: Exclude<ExitCode, 0>,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

export const usageError = (message: string, hint?: string) => new Failure(exit.usage, message, hint);

/** For failures of the network, the service or the disk, which may pass. */
export const failed = (message: string, hint?: string) => new Failure(exit.failed, message, hint);
