import { resolve } from 'node:path';
import { hundredthIn, hundredthInWords, parseCode } from '../currencies/code.ts';
import { Failure, type Hint, unknownWord } from '../errors.ts';
import { addressWithoutSecrets, allNearest, either, inShell } from '../words.ts';

// Parsers of settings. Each throws a usage error that names `where` the text is from.

export type Parse<Value> = (text: string, where: string) => Value;

/** A code, or another word for a currency, which the command resolves. */
export type CurrencyWord = string;

function bad(where: string, why: string, ...hints: readonly Hint[]): never {
  throw new Failure('bad_value', `${where}: ${why}`, ...hints);
}

/**
 * Upper and lower case are the same.
 * @param listed those that an error lists @throws a usage error that names `where` the text is from
 */
export function choiceOf<T extends string>(
  text: string,
  choices: readonly T[],
  where: string,
  listed: readonly string[] = choices,
): T {
  for (const choice of choices) if (choice.toLowerCase() === text.toLowerCase()) return choice;
  const message = `${where}: ${JSON.stringify(text)} is not one of ${listed.join(', ')}`;
  throw unknownWord('bad_value', message, either(allNearest(text, choices).slice(0, 3)) || undefined);
}

export function parseWhole(text: string, where: string, minimum = 0, maximum = Number.MAX_SAFE_INTEGER) {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= minimum && number <= maximum) return number;
  const range =
    maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
  return bad(where, `${JSON.stringify(text)} is not a whole number ${range}`);
}

/** At most a day; timers overflow at 24 days. */
export function parseTimeout(text: string, where: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds > 0 && seconds <= 86_400) return seconds;
  return bad(where, `${JSON.stringify(text)} is not a number of seconds above 0, at most 86400`);
}

export function parseAppId(text: string, where: string): string {
  // the text is not quoted: it may contain the key
  if (/^[!-~]+$/.test(text)) return text;
  return bad(where, 'empty, or contains a space or an unprintable character');
}

export function parseSymbols(text: string, where: string): '*' | readonly CurrencyWord[] {
  const words = text.split(',').flatMap(wordsIn);
  const named = words.filter((word) => word !== '*');
  const codes = new Set(named.map((word) => parseCurrency(word, where)));
  if (named.length < words.length) return '*';
  if (codes.size > 0) return [...codes];
  return bad(where, `${JSON.stringify(text)} does not name a currency`, `${inShell('*')} is all`);
}

/** Blanks part codes. With longer words it may be one name, `Swiss franc`, which is looked up later. */
function wordsIn(text: string): readonly string[] {
  const words = text.split(/\s+/).filter(Boolean);
  const mayBeName = words.length > 1 && words.some((word) => /^\p{L}{4,}$/u.test(word));
  return mayBeName ? [words.join(' ')] : words;
}

export function parseCurrency(text: string, where: string): CurrencyWord {
  const hundredth = hundredthIn(text);
  if (hundredth) {
    const unit = `${hundredthInWords(hundredth)}, and has no rates of its own`;
    throw new Failure('unknown_currency', `${where}: ${unit}`, `write ${hundredth.code}`);
  }

  const word = text.trim();
  const code = parseCode(word);
  if (code?.length === 3) return code;
  // may be a name, which messages repeat as it was typed
  if (/^[\p{L}\p{Sc}][\p{L}\p{M}\p{Sc} .'’&-]*$/u.test(word)) return word;
  return code ?? bad(where, `${JSON.stringify(text)} is not a currency code`);
}

export function parseFolder(text: string, where: string): string {
  if (text === '') bad(where, 'no folder given');
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(text)) bad(where, 'must be a folder, not a URL');
  // only a shell expands ~; here it would name a folder "~"
  if (text.startsWith('~')) bad(where, `${JSON.stringify(text)} must be a full path, without ~`);
  return resolve(text);
}

export function parseBaseUrl(text: string, where: string): string {
  const shown = JSON.stringify(addressWithoutSecrets(text));
  if (/\s/.test(text) || !URL.canParse(text)) bad(where, `${shown} is not a URL`);
  const url = new URL(text);
  if (url.username || url.password) bad(where, 'the URL must not contain a user name or password');
  if (/[?#]/.test(text)) bad(where, 'the URL must not contain a query or fragment');
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSafe) bad(where, `${shown} must be HTTPS, or HTTP to this machine (localhost)`);
  return url.href.replace(/\/+$/, '');
}

/** Whether the host of a URL is this machine, without a name lookup: localhost, 127.0.0.0/8 or [::1]. */
export const isLoopback = (host: string): boolean =>
  /^(?:localhost|\[::1\])$/i.test(host) || /^127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/.test(host);
