import type { Result } from './ratebook.ts';

/**
 * As a transcript shows it: stdout; stderr, with `2> ` before each line; and in brackets an exit code other than 0 and what the
 * service was asked for.
 */
export function answerOf({ code, stdout, stderr }: Result, asked: readonly string[]): string {
  const lines = [...linesOf(stdout), ...linesOf(stderr).map((line) => `2> ${line}`), ...endOf(code, asked)];
  return lines.map((line) => `${line}\n`).join('');
}

/** What could not be seen has a sign, and what the form would take for its own a backslash. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else lines.push(`${lines.pop()}␄`);
  return lines.map((line) =>
    (line || '␊')
      .replace(/\p{Cc}/gu, picture)
      .replace(/ $/, '␠')
      .replace(/^(?=[$%#>] )/, '\\'),
  );
}

const picture = (control: string) => String.fromCharCode(0x2400 + control.charCodeAt(0));

function endOf(code: number | null, asked: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const name of asked) times.set(name, (times.get(name) ?? 0) + 1);
  const names = [...times].sort().map(([name, count]) => (count > 1 ? `${name} ×${count}` : name));
  const parts = [code === 0 ? '' : `exit ${code}`, names.length > 0 ? `asked ${names.join(', ')}` : ''];
  const said = parts.filter(Boolean).join('; ');
  return said ? [`[${said}]`] : [];
}
