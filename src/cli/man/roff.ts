import { wrap } from '../../words.ts';

/** Text that comes out of troff as it is, without typographic quotes and dashes. */
export function roff(text: string): string {
  return text.replace(/[\\'~^`-]/g, (character) => escapes[character] ?? character);
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '~': '\\(ti',
  '^': '\\(ha',
  '`': '\\(ga',
};

/** Sentences; troff takes a line that begins with a dot for a request. */
export function prose(text: string): string {
  return wrap(text, 72)
    .map((line) => roff(line).replace(/^\./, '\\&.'))
    .join('\n');
}

export const bold = (text: string) => `\\fB${roff(text)}\\fR`;

export const italic = (text: string) => `\\fI${roff(text)}\\fR`;

/** What is typed as it stands in bold, what stands for something else, such as `<day>`, in italics. */
export function syntax(text: string): string {
  return text
    .split(/(<[^>]*>|, )/)
    .filter((part) => part !== '')
    .map((part) => (part === ', ' ? part : part.startsWith('<') ? italic(part.slice(1, -1)) : bold(part)))
    .join('');
}

export const section = (title: string) => `.SH ${title}`;

export const subsection = (title: string) => `.SS ${roff(title)}`;

export const paragraph = (text: string) => `.PP\n${text}`;

export const tagged = (tag: string, text: string) => `.TP\n${tag}\n${prose(text)}`;

export const indented = (lines: readonly string[]) => `.RS 4\n${lines.join('\n')}\n.RE`;
