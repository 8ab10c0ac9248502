/** Who asks a source over HTTP. */
export interface Visitor {
  readonly baseUrl: string;
  /** Seconds that a connection may take, and then again an answer. */
  readonly timeout: number;
  readonly tries: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
}
