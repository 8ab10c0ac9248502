// Readers of settings. Each throws a usage error that names `where` the text stood.

import { resolve } from 'node:path';
import { parseCode } from '../currencies/code.ts';
import { hundredthIn, hundredthInWords } from '../currencies/units.ts';
import { Failure, ifPossible } from '../errors.ts';
import { addressWithoutSecrets } from '../secrets.ts';
import { isLoopback } from '../sources/http/loopback.ts';
import { inShell } from '../words.ts';

/** A code, or what else people say for a currency, of which the table is loaded only where it is needed. */
export type Word = string;

export type Symbols = '*' | readonly Word[];

export function parseAppId(text: string, where: string): string {
  // never quote the text: it may contain the key
  if (!/^[!-~]+$/.test(text))
    throw new Failure('bad_value', `${where}: empty, or contains a space or an unprintable character`);
  return text;
}

export function parseSymbols(text: string, where: string): Symbols {
  const words = text.split(',').flatMap(wordsIn);
  if (words.length === 0)
    throw new Failure(
      'bad_value',
      `${where}: ${JSON.stringify(text)} names no currency`,
      `${inShell('*')} is all`,
    );

  const codes = words.filter((word) => word !== '*').map((word) => parseWord(word, where));
  return codes.length < words.length ? '*' : [...new Set(codes)];
}

/** Blanks part codes. What has longer words may be one name, `Swiss franc`, which is known later. */
function wordsIn(text: string): readonly string[] {
  const words = text.split(/\s+/).filter(Boolean);
  const mayBeName = words.length > 1 && words.some((word) => /^\p{L}{4,}$/u.test(word));
  return mayBeName ? [words.join(' ')] : words;
}

export function parseTimeout(text: string, where: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  // a day; timers overflow at 24 days
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw new Failure(
    'bad_value',
    `${where}: ${JSON.stringify(text)} is not a number of seconds above 0, at most 86400`,
  );
}

export function parseFolder(text: string, where: string): string {
  if (text === '') throw new Failure('bad_value', `${where}: no folder given`);
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(text))
    throw new Failure('bad_value', `${where}: must be a folder, not a URL`);
  // only a shell expands ~; here it would name a folder "~"
  if (text.startsWith('~'))
    throw new Failure('bad_value', `${where}: ${JSON.stringify(text)} must be a full path, without ~`);
  return resolve(text);
}

export function whole(least: number, most: number): (text: string, where: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;

  return (text, where) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new Failure('bad_value', `${where}: ${JSON.stringify(text)} is not a whole number ${range}`);
  };
}

export function parseWord(text: string, where: string): Word {
  const hundredth = hundredthIn(text);
  if (hundredth) {
    const what = `${hundredthInWords(hundredth)}, and has no rates of its own`;
    throw new Failure('unknown_currency', `${where}: ${what}`, `write ${hundredth.code}`);
  }

  const word = text.trim();
  const code = parseCode(word);
  if (code?.length === 3) return code;

  // what has other than three letters may be a name, which is told as it was typed
  if (/^[\p{L}\p{Sc}][\p{L}\p{M}\p{Sc} .'’&-]*$/u.test(word)) return word;
  if (code) return code;
  throw new Failure('bad_value', `${where}: ${JSON.stringify(text)} is not a currency code`);
}

export function parseBaseUrl(text: string, where: string): string {
  const shown = () => JSON.stringify(addressWithoutSecrets(text));
  const url = /\s/.test(text) ? undefined : ifPossible(() => new URL(text));
  if (!url) throw new Failure('bad_value', `${where}: ${shown()} is not a URL`);

  if (url.username || url.password)
    throw new Failure('bad_value', `${where}: the URL must not contain a user name or password`);
  if (/[?#]/.test(text))
    throw new Failure('bad_value', `${where}: the URL must not contain a query or fragment`);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSafe)
    throw new Failure('bad_value', `${where}: ${shown()} must be HTTPS, or HTTP to this machine (localhost)`);
  return url.href.replace(/\/+$/, '');
}
