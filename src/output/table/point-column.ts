/** Decimals aligned at the point; the column grows with its numbers and never shrinks. */
export class PointColumn {
  #whole = 0;
  #fraction = 0;

  widen(decimal: string): void {
    const point = pointOf(decimal);
    this.#whole = Math.max(this.#whole, point);
    this.#fraction = Math.max(this.#fraction, decimal.length - point);
  }

  get width(): number {
    return this.#whole + this.#fraction;
  }

  align(decimal: string): string {
    return (' '.repeat(this.#whole - pointOf(decimal)) + decimal).padEnd(this.width);
  }
}

function pointOf(decimal: string): number {
  const at = decimal.indexOf('.');
  return at < 0 ? decimal.length : at;
}
