import { damaged } from './unusable.ts';

/** Characters: far more than a cell can have. */
const longest = 1_000_000;

/** A text that comes in pieces. */
export class TextInPieces {
  #text = '';

  begin(): void {
    this.#text = '';
  }

  add(piece: string): void {
    this.#text += piece;
    if (this.#text.length > longest) throw damaged();
  }

  /** As it is in the file. */
  get raw(): string {
    return this.#text;
  }

  /** As ECMA-376 part 1, 22.9.2.19 (ST_Xstring) has it: `_x0041_` is `A`. */
  get decoded(): string {
    if (!this.#text.includes('_x')) return this.#text;
    const signOf = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
    return this.#text.replace(/_x([\da-f]{4})_/gi, signOf);
  }
}
