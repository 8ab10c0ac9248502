export interface SeenCell {
  readonly line: number;
  readonly text: string;
}

/** Why nothing can be added to a file. */
export type FileTrouble =
  | { readonly is: 'UTF-16' | 'empty' | 'long header' }
  | { readonly is: 'open quote'; readonly line: number }
  | { readonly is: 'two delimiters'; readonly signs: readonly [string, string] }
  | { readonly is: 'no column'; readonly name: string; readonly names: readonly string[] }
  | { readonly is: 'no delimiter'; readonly name: string; readonly names: readonly string[] }
  | { readonly is: 'twice' | 'taken'; readonly name: string }
  | {
      /** Some cells are of one way of writing, others of another; or all can be read in both. */
      readonly is: 'two kinds' | 'two readings';
      readonly what: 'days' | 'amounts';
      readonly ways: readonly [string, string];
      readonly cells: readonly SeenCell[];
    };

export class BadFile extends Error {
  constructor(readonly trouble: FileTrouble) {
    super(trouble.is);
  }
}
