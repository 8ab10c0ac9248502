/** A term, and what it means. */
export type Row = readonly [term: string, meaning: string];

export interface Section {
  readonly heading: string;
  readonly rows: readonly Row[];
}
