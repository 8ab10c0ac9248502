/** Whose figures a document has, for a reader who has nothing but the document. */
export interface Origin {
  /** As it was typed, but for what only says how and where it is written. */
  readonly command: string;
  readonly source?: SourceOfFigures | undefined;
}

interface SourceOfFigures {
  readonly name: string;
  /** Under which its rates may be used. */
  readonly terms: string;
  readonly isMadeUp?: true | undefined;
}
