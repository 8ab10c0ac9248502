/** What a run ends with; 0 is success. */
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

/** A failure that a user can meet: what happened in one line, and where something helps, what to do or type next. */
export class Failure extends Error {
  constructor(
    readonly exitCode: Exclude<ExitCode, 0>,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** The words on the command line are wrong, or mean what nobody has. */
export const usageError = (message: string, hint?: string) => new Failure(exit.usage, message, hint);

/** The run failed and may succeed later: network, service, disk. */
export const failed = (message: string, hint?: string) => new Failure(exit.failed, message, hint);
