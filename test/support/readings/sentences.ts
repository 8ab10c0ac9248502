import { typedAmounts } from './amounts.ts';
import { typedDays } from './days.ts';

/** What a person may read in words without a command, by trying everything; none of it uses the program. */

interface Part {
  readonly said: string;
  readonly rest: readonly string[];
}

const names: Readonly<Record<string, readonly string[]>> = {
  eur: ['EUR'],
  usd: ['USD'],
  gbp: ['GBP'],
  '€': ['EUR'],
  $: ['USD', 'AUD', 'CAD'],
  kr: ['SEK', 'NOK', 'DKK'],
};

const codesIn = (word: string) => names[word.toLowerCase()] ?? [];

/** The first words together, as many as may be one thing. */
const beginnings = (words: readonly string[], most: number) =>
  words.slice(0, most).map((_, at) => ({ text: words.slice(0, at + 1).join(' '), rest: words.slice(at + 1) }));

/** `1 250`, `- 5`, and with its currency `250EUR`. */
function amounts(words: readonly string[]): Part[] {
  return beginnings(words, words.length).flatMap(({ text, rest }) => {
    const [, number = text, name] = /^(.*\d)([a-z€$]+)$/i.exec(text) ?? [];
    return [...typedAmounts(number)].map((said) => ({ said, rest: name ? [name, ...rest] : rest }));
  });
}

/** What says nothing by itself, wherever it stands; a dash before a number may be a sign. */
const isFiller = (word: string, at: number, words: readonly string[]) =>
  /^(?:in|to|and|on)$/.test(word) || (/^[-–]$/.test(word) && !/^[\d.,]/.test(words[at + 1] ?? ''));

/** One from which, and at least one to which, each once. */
function pairs(words: readonly string[]): Part[] {
  const [word = '', ...rest] = words;
  return codesIn(word).flatMap((from) =>
    targets(rest).map(({ said, rest }) => ({ said: [from, ...new Set(said.split(' '))].join(' '), rest })),
  );
}

function targets(words: readonly string[]): Part[] {
  const [word = '', ...rest] = words;
  return codesIn(word).flatMap((code) => [
    { said: code, rest },
    ...targets(rest).map((part) => ({ ...part, said: `${code} ${part.said}` })),
  ]);
}

/** `EUR/USD` and `EUR,USD` are two words. */
function split(word: string): readonly string[] {
  const parts = word.split(/[/,]/);
  return parts.every((part) => codesIn(part).length > 0) ? parts : [word];
}

function days(words: readonly string[], today: string): Part[] {
  const said = words[0] === '-' ? words.slice(1) : words;
  return beginnings(said, 3).flatMap(({ text, rest }) =>
    [...typedDays(text, today)].map((day) => ({ said: day, rest })),
  );
}

/** `250 EUR USD on 2024-01-17`; the amount is 1 and the day today where none is named. Or a day alone. */
export function sentencesIn(words: readonly string[], today: string): Set<string> {
  const all = words.filter((word, at) => !isFiller(word, at, words)).flatMap(split);
  const alone = days(all, today).flatMap(({ said, rest }) => (rest.length === 0 ? [`rates of ${said}`] : []));
  const begun = [...amounts(all), { said: '1', rest: all }];
  const converted = begun.flatMap((amount) =>
    pairs(amount.rest).flatMap((codes) =>
      [...days(codes.rest, today), { said: today, rest: codes.rest }].flatMap((day) =>
        day.rest.length === 0 ? [`${amount.said} ${codes.said} ${day.said}`] : [],
      ),
    ),
  );
  return new Set([...converted, ...alone]);
}
