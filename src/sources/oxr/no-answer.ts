export class NoAnswer extends Error {
  constructor(
    reason: string,
    /** The service may have seen the request and charged for it. */
    readonly sent: boolean,
    /** Another try would end the same way. */
    readonly final = false,
  ) {
    super(reason);
  }
}
