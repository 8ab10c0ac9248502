export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** 203 comes from proxies that transform; the others from servers that are careless with numbers. */
const successes: ReadonlySet<number> = new Set([200, 201, 203, 226]);

/** Such a response has been charged. */
export function isAnswer({ status }: Pick<Response, 'status'>): boolean {
  return successes.has(status);
}

/** The response's `Date`, in milliseconds since 1970. */
export function servedAt({ headers }: Response): number | undefined {
  const served = Date.parse(headers.date?.toString() ?? '');
  return Number.isNaN(served) ? undefined : served;
}

/** Why there is no response. */
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
