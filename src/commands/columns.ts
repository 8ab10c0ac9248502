/** Rows in columns, two spaces apart, a line each; the columns at these places end in line, as numbers do. */
export function columns(rows: readonly (readonly string[])[], numeric: readonly number[] = []): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, at) => {
      widths[at] = Math.max(widths[at] ?? 0, cell.length);
    });
  const padded = (cell: string, at: number) =>
    numeric.includes(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  return rows.map((row) => `${row.map(padded).join('  ').trimEnd()}\n`).join('');
}
