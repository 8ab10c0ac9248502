import { nearest } from '../config/nearest.ts';
import { type Failure, usageError } from '../errors.ts';
import type { Holdings } from '../fetch/holdings.ts';
import { type Code, parseCode } from '../rates/code.ts';
import { alternativeNames, currencyNames, nameOf } from '../rates/currencies.ts';
import { folded } from '../rates/search.ts';

/** @throws a usage error if the text cannot be a code */
export function codeFrom(text: string): Code {
  const code = parseCode(text);
  if (!code) throw unknown(text);
  return code;
}

/**
 * Call this before anything is spent.
 * @throws a usage error if neither the list of currencies nor the newest stored day has a code
 */
export async function checkCodes(
  codes: readonly Code[],
  holdings: Holdings | undefined,
  alternative: boolean,
): Promise<void> {
  const strange = codes.filter(
    (code) => !currencyNames.has(code) && !(alternative && alternativeNames.has(code)),
  );
  if (strange.length === 0) return;
  const newest = (await holdings?.store.days())?.at(-1);
  const held = newest && holdings?.store.read(newest);
  for (const code of strange) if (!held?.rates.has(code)) throw unknown(code);
}

/** The same test for the codes that a file turns out to have. */
export async function knownCodes(
  holdings: Holdings | undefined,
  alternative: boolean,
): Promise<(code: Code) => boolean> {
  const newest = (await holdings?.store.days())?.at(-1);
  const held = newest && holdings?.store.read(newest);
  return (code) =>
    currencyNames.has(code) ||
    (alternative && alternativeNames.has(code)) ||
    (held?.rates.has(code) ?? false);
}

function unknown(text: string): Failure {
  const message = `there is no currency ${JSON.stringify(text)}`;
  const code = parseCode(text);
  if (code && alternativeNames.has(code))
    return usageError(`${message} without --show-alternative`, `--show-alternative brings ${nameOf(code)}`);
  const meant = meantBy(text);
  if (meant.length > most) return usageError(message, `ratebook currencies ${text.toLowerCase()}`);
  const list = meant.map((code) => `${code} (${nameOf(code)})`).join(' or ');
  return usageError(message, list ? `did you mean ${list}?` : 'ratebook currencies lists them');
}

/** If more match, the hint is the search that lists them. */
const most = 3;

/** By the beginning of a word of the name, else by spelling. */
function meantBy(text: string): Code[] {
  const word = folded(text);
  const named = [...currencyNames].flatMap(([code, name]) =>
    word.length > 2 &&
    folded(name)
      .split(/[^\p{L}]+/u)
      .some((part) => part.startsWith(word))
      ? [code]
      : [],
  );
  const exact = named.filter((code) => folded(currencyNames.get(code) ?? '') === word);
  if (exact.length > 0) return exact;
  if (named.length > 0) return named;
  const spelt = nearest(text, currencyNames.keys()) as Code | undefined;
  return spelt ? [spelt] : [];
}
