export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** As a success is told: also by a proxy that has transformed the answer (203), or whoever takes another number for it. */
const successes: ReadonlySet<number> = new Set([200, 201, 203, 226]);

/** Whether it is to be read as an answer, and has been paid for. */
export function isAnswer({ status }: Pick<Response, 'status'>): boolean {
  return successes.has(status);
}

/** The service's clock (milliseconds since 1970), where it said. */
export function servedAt({ headers }: Response): number | undefined {
  const served = Date.parse(headers.date?.toString() ?? '');
  return Number.isNaN(served) ? undefined : served;
}
