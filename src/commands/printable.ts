/** A word of the service's as it may be shown on a terminal: the beginning of it, and nothing that would steer the terminal. */
export function printable(word: string): string {
  const text = JSON.stringify(word.slice(0, 20)).slice(1, -1);
  return text.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
