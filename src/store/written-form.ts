import { type Code, isCode } from '../currencies/code.ts';
import type { JsonObject } from '../json.ts';
import type { Side } from '../rates/day-rates.ts';

// Days in the very form in which `dayFileText` writes them can be checked and read faster than other JSON.

/**
 * What the rates are relative to, if the text is that of a whole day in this form; in another form it may be
 * one, too.
 */
export function asWrittenIn(text: string): Side | undefined {
  if (text.length >= longest) return undefined;
  const end = text.indexOf(opening);
  const line = text.slice(sideAt(text, end), end);
  if (line !== form?.line) form = formWith(line);
  return form?.pattern.test(text) ? form.side : undefined;
}

/** 170 currencies take 4,000 characters; the regular expression needs stack in proportion. */
const longest = 100_000;

/** What a file says of rates that stand the other way round. */
export const pivotPerUnit = 'pivot per unit';

const quotedLine = `\n  "quoted": "${pivotPerUnit}",`;

/** Where the line begins, or the two, that say what the rates are relative to. @param end of them */
function sideAt(text: string, end: number): number {
  const last = text.endsWith(quotedLine, end) ? end - quotedLine.length : end;
  return text.lastIndexOf('\n', last - 1) + 1;
}

interface WrittenForm {
  /** Before that of the rates: what they are relative to. */
  readonly line: string;
  readonly side: Side;
  readonly pattern: RegExp;
}

/** That of the last day: most often all have the same. */
let form: WrittenForm | undefined;

function formWith(line: string): WrittenForm | undefined {
  const isQuoted = line.endsWith(quotedLine);
  const own = isQuoted ? line.slice(0, -quotedLine.length) : line;
  const [, code = ''] = /^ {2}"base": "(\w+)",$/.exec(own) ?? [];
  if (!isCode(code)) return undefined;

  const words = String.raw`"(?:[^"\\\x00-\x1f\x7f-\x9f]|\\["\\])*"`;
  const time = String.raw`(?:0|[1-9]\d{0,15})`;
  // a day with a rate of 0, which is none, is read as JSON
  const number = String.raw`(?:0\.0*[1-9]\d*|[1-9]\d{0,99}(?:\.\d+)?)`;
  const rate = ` {4}"(?:${code}": 1|(?!${code}")[A-Z0-9_]{2,12}": ${number})`;
  const member = String.raw`(?: {2}"(?:disclaimer|license|table)": ${words},\n| {2}"timestamp": ${time},\n)`;
  const head = `${member}*${line}\n`;
  const rates = String.raw`"rates": \{\n(?:${rate},\n)*${rate}\n {2}\}\n`;
  return {
    line,
    side: isQuoted ? { quote: code } : { base: code },
    pattern: new RegExp(String.raw`^\{\n${head} {2}${rates}\}\n$`),
  };
}

const opening = '\n  "rates": {\n';
const closing = '\n  }\n}\n';
const beforeCode = '    "';
const afterCode = '": ';

const beforeTime = '\n  "timestamp": ';

/** Days of one service differ in their time alone, and reading the same words again would take long. */
let words = '';
let inWords: JsonObject = {};

/** All but the rates and what they are relative to. @param text as written */
export function headOf(text: string): JsonObject {
  const end = sideAt(text, text.indexOf(opening)) - 1;
  const lastLine = text.lastIndexOf('\n', end - 1);
  const hasTime = text.startsWith(beforeTime, lastLine);
  const wordsEnd = hasTime ? lastLine : end;

  if (words.length !== wordsEnd || !text.startsWith(words)) {
    words = text.slice(0, wordsEnd);
    inWords = JSON.parse(`${words.replace(/,$/, '')}}`);
  }
  if (!hasTime) return inWords;
  return { ...inWords, timestamp: Number(text.slice(lastLine + beforeTime.length, end - 1)) };
}

/** Where in a text what may differ from day to day stands. */
export interface Places {
  /** The digits of the time, where the rates follow it; they begin and end there. */
  readonly time: { readonly from: number; readonly to: number } | undefined;
  /** Where each rate's line begins, and at last the one after them. */
  readonly lines: Int32Array;
  /** Where each rate begins. */
  readonly numbers: Int32Array;
}

/** Undefined if the codes, in this order, are not those of all lines. @param text as written */
export function placesIn(text: string, codes: readonly Code[]): Places | undefined {
  const start = text.indexOf(opening);
  const end = sideAt(text, start) - 1;
  const lastLine = text.lastIndexOf('\n', end - 1);
  const hasTime = text.startsWith(beforeTime, lastLine);

  const lines = new Int32Array(codes.length + 1);
  const numbers = new Int32Array(codes.length);
  let at = start + opening.length;
  for (const [place, { length }] of codes.entries()) {
    lines[place] = at;
    numbers[place] = at + beforeCode.length + length + afterCode.length;
    at = text.indexOf('\n', at) + 1;
  }
  lines[codes.length] = at;

  if (at !== text.length - closing.length + 1) return undefined;
  return { time: hasTime ? { from: lastLine + beforeTime.length, to: end - 1 } : undefined, lines, numbers };
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
