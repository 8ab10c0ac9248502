import { type Code, isCode } from '../rates/code.ts';

// Days in the very form in which `dayFileText` writes them can be checked and read faster than other JSON.

/** The base, if the text is that of a whole day. One of another form may be, too. */
export function asWrittenIn(text: string): Code | undefined {
  if (text.length >= longest) return undefined;
  const start = text.indexOf(beforeBase) + beforeBase.length;
  const base = text.slice(start, text.indexOf('"', start));
  if (base !== form?.base) form = isCode(base) ? formIn(base) : undefined;
  return form?.pattern.test(text) ? form.base : undefined;
}

/** 170 currencies take 4,000 characters; the regular expression needs stack in proportion. */
const longest = 100_000;

const beforeBase = '\n  "base": "';

/** Of the last text: days of one store have the same base. */
let form: { readonly base: Code; readonly pattern: RegExp } | undefined;

function formIn(base: Code) {
  const words = String.raw`"(?:[^"\\\p{Cc}]|\\["\\])*"`;
  const number = String.raw`(?:0|[1-9]\d{0,99})(?:\.\d+)?`;
  const rate = ` {4}"(?:${base}": 1|(?!${base}")[A-Z0-9_]{2,12}": ${number})`;
  const head = String.raw`(?: {2}"(?:disclaimer|license)": ${words},\n| {2}"timestamp": (?:0|[1-9]\d{0,15}),\n)* {2}"base": "${base}",\n`;
  const rates = String.raw`"rates": \{\n(?:${rate},\n)*${rate}\n {2}\}\n`;
  return { base, pattern: new RegExp(String.raw`^\{\n${head} {2}${rates}\}\n$`, 'u') };
}

const opening = '\n  "rates": {\n';
const closing = '\n  }\n}\n';
const [beforeCode, afterCode] = ['    "', '": '];

/** The document without its rates. @param text as written */
export function headOf(text: string): string {
  return `${text.slice(0, text.indexOf(opening))}${opening}${closing}`;
}

/** Undefined if they are not sorted by code. @param text as written  @param codes others are left out */
export function ratesOf(text: string, codes: ReadonlySet<Code> | undefined): Map<Code, number> | undefined {
  const rates = new Map<Code, number>();
  const end = text.length - closing.length;
  let last = '';
  for (let at = text.indexOf(opening) + opening.length; at < end; ) {
    const codeEnd = text.indexOf('"', at + beforeCode.length);
    const lineEnd = text.indexOf('\n', codeEnd);
    const code = text.slice(at + beforeCode.length, codeEnd) as Code;
    if (code < last) return undefined;
    // parseFloat stops at the comma
    if (!codes || codes.has(code))
      rates.set(code, Number.parseFloat(text.slice(codeEnd + afterCode.length, lineEnd)));
    last = code;
    at = lineEnd + 1;
  }
  return rates;
}
