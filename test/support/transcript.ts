/**
 * The `console` form of the blocks in README and of the transcripts in `test/cli/transcripts`: `$ ` begins what is typed,
 * `> ` goes on with it, and the lines up to the next command are its answer.
 */
export type Step = { readonly command: string; readonly output: string };

/** Whether answers are to be written down as they are now, instead of compared. */
export const isUpdating = Boolean(process.env.RATEBOOK_UPDATE);

export function stepsOf(block: string): Step[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const end = /\n(?!> )/.exec(step)?.index ?? step.length;
      return { command: step.slice(0, end).replaceAll('\n> ', '\n'), output: step.slice(end + 1) };
    });
}

export const shown = ({ command, output }: Step): string => `$ ${command.replaceAll('\n', '\n> ')}\n${output}`;

/** What happens in a scene: a direction for the stage (a line that begins with `% `), or a command with its answer. */
export interface Act {
  readonly direction?: string;
  readonly step?: Step;
  /** As it stands in the file. */
  readonly text: string;
}

export type Scene = { readonly title: string; readonly acts: readonly Act[] };

/**
 * A file of groups (`# `) of scenes (`## `). What stands before the first scene of a group happens in each of its scenes, and
 * what stands before the first group in each of the file. An empty line ends an answer; what else follows it is a comment.
 * A line that begins with `↪` continues the one before.
 */
export class Transcript {
  readonly groups: readonly { readonly title: string; readonly scenes: readonly Scene[] }[];
  readonly #acts: readonly Act[];

  constructor(text: string) {
    this.#acts = unfolded(text)
      .split(/^(?=[#$%] |## |\n)/m)
      .map(actOf);
    const [always, ...groups] = split(this.#acts, '# ');
    this.groups = groups.map((group) => {
      const [first, ...scenes] = split(group.acts, '## ');
      const before = [...(always?.acts ?? []), ...(first?.acts ?? [])];
      return { title: group.title, scenes: scenes.map(({ title, acts }) => ({ title, acts: [...before, ...acts] })) };
    });
  }

  with(answers: ReadonlyMap<Step, string>): string {
    const textOf = ({ step, text }: Act) => {
      const output = step && answers.get(step);
      return step && output !== undefined ? shown({ ...step, output }) : text;
    };
    return folded(this.#acts.map(textOf).join(''));
  }
}

/** Characters of a line. */
const longest = 160;
const unfolded = (text: string) => text.replaceAll('\n↪', '');

/** Breaks longer lines: behind a sign for a new line, else before a blank, else anywhere. */
function folded(text: string): string {
  const linesOf = (line: string): string[] => {
    if (line.length <= longest) return [line];
    let end = longest;
    const [sign, blank] = [line.lastIndexOf(' ⏎ ', end - 2), line.lastIndexOf(' ', end)];
    if (sign > longest / 2) end = sign + 2;
    else if (blank > longest / 2 && line[blank - 1] !== ' ') end = blank;
    return [line.slice(0, end), ...linesOf(`↪${line.slice(end)}`)];
  };
  return text.split('\n').flatMap(linesOf).join('\n');
}

function actOf(text: string): Act {
  if (text.startsWith('% ')) return { text, direction: text.slice(2).trimEnd() };
  const [step] = stepsOf(text);
  return step ? { text, step } : { text };
}

/** At each of these headings; the first piece is what stands before all of them. */
function split(acts: readonly Act[], mark: string): Scene[] {
  const pieces: { title: string; acts: Act[] }[] = [{ title: '', acts: [] }];
  for (const act of acts) {
    if (act.text.startsWith(mark)) pieces.push({ title: act.text.slice(mark.length).split('\n')[0] ?? '', acts: [] });
    else pieces.at(-1)?.acts.push(act);
  }
  return pieces;
}
