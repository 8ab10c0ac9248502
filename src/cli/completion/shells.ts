/** For bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N}_./@%+,-]/gu, '\\$&');
}

export function functionName(...words: readonly string[]): string {
  return `_${words.join('_').replace(/\W/g, '_')}`;
}
