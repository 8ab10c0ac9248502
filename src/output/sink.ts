/** Where a document goes. */
export interface Sink {
  /** Resolves when there is room for more. */
  write(data: string | Uint8Array): Promise<void>;
  /** Everything is there: an output file appears, whole. */
  finish(): Promise<void>;
  /** Something failed: an output file stays as it was. */
  abandon(): Promise<void>;
}

/** The reader of a pipe has left, as `head` does when it has enough: no failure, but no more need be written. */
export class ReaderGone extends Error {}
