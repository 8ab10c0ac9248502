/** A cell as it is written: in quotes if it needs them. The library for it takes a hundred times as long. */
export function quotedIfNeeded(cell: string, delimiter: string): string {
  const needsQuotes = cell.includes(delimiter) || /["\r\n]/.test(cell);
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The cells of a row, or some of them. */
export const joined = (cells: readonly string[], delimiter: string): string =>
  cells.map((cell) => quotedIfNeeded(cell, delimiter)).join(delimiter);
