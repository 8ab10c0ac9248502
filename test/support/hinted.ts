import { inShell } from '../../src/words.ts';

/** The command lines to which the hints of a refusal lead from what was typed, but for those with placeholders. */
export function hintedLines(typed: string, stderr: string): string[] {
  const [, wrong = '\0'] = /^ratebook: .*?"(.*?)"/m.exec(stderr) ?? [];
  const hints = Array.from(stderr.matchAll(/^hint: (.*)$/gm), ([, hint = '']) => hint);
  const isCertain = (line: string) => !/[<…]|ratebook serve/.test(line);
  return hints.flatMap((hint) => linesOf(hint, typed, wrong)).filter(isCertain);
}

function linesOf(hint: string, typed: string, wrong: string): string[] {
  const [, line] = /(?:^|: )(ratebook (?:'[^']*'|[^',;])+?)(?: lists them|[,;] .*)?$/.exec(hint) ?? [];
  if (line) return [line === 'ratebook config set app_id' ? `${line}\na-key` : line];
  const [, meant] = /^(?:did you mean|write) "?((?<=")[^"]+|[^ "?,]+(?= \(|[?]| or \d))/.exec(hint) ?? [];
  const at = typed.lastIndexOf(wrong);
  if (meant) return at < 0 ? [] : [typed.slice(0, at) + inShell(meant) + typed.slice(at + wrong.length)];
  return hint.split(/, (?=-)| or (?=-)/).flatMap((piece) => {
    const [, flag, value = ''] = option.exec(piece) ?? [];
    return flag ? withOption(typed, wrong, { flag, value }) : [];
  });
}

/** And what it does. What may be asked for hundreds of days is left out. */
const option =
  /^(?!--yes|--max-cost)(--?[a-z-]+)(?:$| (?:takes the|brings) .*| ('[^']*'|"[^"]*"|[^ ,]+)(?:$|,? (?:takes|says|reads|keeps|selects|has) .*))/;

type Option = { readonly flag: string; readonly value: string };
const longOf: Readonly<Record<string, string>> = { '-f': '--format', '-o': '--output', '-s': '--symbols' };

/** In place of the same option, and of one that there is not. */
function withOption(typed: string, wrong: string, { flag, value }: Option): string {
  const [own = ''] = /ratebook(?:'[^']*'|[^'|&<])*/.exec(typed) ?? [];
  const names = [flag, longOf[flag], wrong].filter((name) => name?.startsWith('-')).join('|');
  const others = own.trimEnd().replace(new RegExp(` (?:${names})(?:[ =](?:'[^']*'|[^-' ][^ ]*))?(?= |$)`), '');
  return typed.replace(own, () => `${others} ${flag} ${value} `);
}
