export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** One word for bash and zsh, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** With a backslash before each character that a shell could read as more than itself. */
export function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N}_./@%+,-]/gu, '\\$&');
}

/** A name for a shell's function. */
export function functionName(...words: readonly string[]): string {
  return `_${words.join('_').replace(/\W/g, '_')}`;
}
