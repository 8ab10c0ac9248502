import { type Code, isCode } from '../rates/code.ts';

// Days in the very form in which `dayFileText` writes them can be checked and read faster than other JSON.

/** The base, if the text is that of a whole day in this form; in another form it may be one, too. */
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

interface WrittenForm {
  readonly base: Code;
  readonly pattern: RegExp;
}

/** That of the last base: most often all days have the same. */
let form: WrittenForm | undefined;

function formIn(base: Code): WrittenForm {
  const words = String.raw`"(?:[^"\\\p{Cc}]|\\["\\])*"`;
  const time = String.raw`(?:0|[1-9]\d{0,15})`;
  const number = String.raw`(?:0|[1-9]\d{0,99})(?:\.\d+)?`;
  const rate = ` {4}"(?:${base}": 1|(?!${base}")[A-Z0-9_]{2,12}": ${number})`;
  const member = String.raw`(?: {2}"(?:disclaimer|license)": ${words},\n| {2}"timestamp": ${time},\n)`;
  const head = String.raw`${member}* {2}"base": "${base}",\n`;
  const rates = String.raw`"rates": \{\n(?:${rate},\n)*${rate}\n {2}\}\n`;
  return { base, pattern: new RegExp(String.raw`^\{\n${head} {2}${rates}\}\n$`, 'u') };
}

const opening = '\n  "rates": {\n';
const closing = '\n  }\n}\n';
const beforeCode = '    "';
const afterCode = '": ';

/** All but the rates. @param text as written */
export function headOf(text: string): string {
  return `${text.slice(0, text.indexOf(opening))}${opening}${closing}`;
}

/** Undefined if the rates are not sorted by code. @param text as written @param codes others are left out */
export function ratesOf(text: string, codes: ReadonlySet<Code> | undefined): Map<Code, number> | undefined {
  const rates = new Map<Code, number>();
  const end = text.length - closing.length;
  let last = '';
  let place = 0;
  for (let at = text.indexOf(opening) + opening.length; at < end; place++) {
    const code = codeAt(text, at + beforeCode.length, place);
    const codeEnd = at + beforeCode.length + code.length;
    const lineEnd = text.indexOf('\n', codeEnd);
    if (code < last) return undefined;

    // parseFloat stops at the comma
    if (!codes || codes.has(code)) {
      const rate = text.slice(codeEnd + afterCode.length, lineEnd);
      rates.set(code, Number.parseFloat(rate));
    }
    last = code;
    at = lineEnd + 1;
  }
  return rates;
}

// most days have the same codes in the same order: the same strings for all of them are quick to compare
const codesBefore: Code[] = [];

function codeAt(text: string, at: number, place: number): Code {
  const likely = codesBefore[place];
  if (likely && text.startsWith(likely, at) && text[at + likely.length] === '"') return likely;
  const code = text.slice(at, text.indexOf('"', at)) as Code;
  codesBefore[place] = code;
  return code;
}
