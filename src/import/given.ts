/** A day's document as it was given, not yet read. */
export interface GivenDay {
  /** A path, or a path and a line: `old.ndjson:12`. */
  readonly name: string;
  /** What should be a day. */
  readonly date: string;
  readonly body: unknown;
}

export interface Refused {
  readonly name: string;
  readonly refused: string;
}

export type Given = GivenDay | Refused;

export const isRefused = (given: object): given is Refused => 'refused' in given;

/** Of a day's document, in bytes. */
export const mostBytes = 4_000_000;

export const tooLong = 'is over 4 MB';
