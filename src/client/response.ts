export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The service's clock (milliseconds since 1970), where it said. */
export function servedAt({ headers }: Response): number | undefined {
  const served = Date.parse(headers.date?.toString() ?? '');
  return Number.isNaN(served) ? undefined : served;
}
