import {
  type CommandNode,
  codesToOffer,
  escaped,
  everyCommand,
  functionName,
  lastWord,
  type Value,
  type Words,
} from './tree.ts';

export function fishScript(program: CommandNode): string {
  const name = lastWord(program);
  const prefix = `_${functionName(name)}`;
  const everything = [...everyCommand(program)];
  const codes = codesToOffer().map(([code, meaning]) => `        ${code} ${quoted(meaning)}`);
  const lines = everything.flatMap((command) => commandLines(command, name, prefix));
  return `# fish completion for ${name}

# Whether COMMAND is what has been typed so far, and the number of its arguments matches PATTERN, a regular expression.
function ${prefix}_at --argument-names command pattern
    set -l commands ${everything.map(({ path }) => quoted(path.join(' '))).join(' ')}
    set -l valued ${valued(everything).map(quoted).join(' ')}
    set -l typed
    set -l arguments 0
    set -l options yes
    set -l value_follows no
    for word in (commandline -opc)
        if not set -q typed[1]
            set typed ${quoted(name)}
        else if test $value_follows = yes
            set value_follows no
        else if test $options = yes; and string match -q -- '-?*' $word
            test $word = --; and set options no
            contains -- "$typed $word" $valued; and set value_follows yes
        else if contains -- "$typed $word" $commands
            set typed "$typed $word"
        else
            set arguments (math $arguments + 1)
        end
    end
    test "$typed" = $command; and string match -qr -- "^($pattern)\\$" $arguments
end

function ${prefix}_code
    printf '%s\\t%s\\n' \\
${codes.join(' \\\n')}
end

# Keeps the text up to the last comma in front of each code.
function ${prefix}_codes
    set -l given (commandline -ct | string replace -r -- '^(--[^=]*=|-[^-])' '' | string match -r -- '.*,')
    for line in (${prefix}_code)
        echo "$given$line"
    end
end

complete -c ${name} -f
${lines.join('\n')}
`;
}

function commandLines({ path, options, args, commands }: CommandNode, name: string, prefix: string): string[] {
  const line = (count: string, rest: string) =>
    `complete -c ${name} -n ${quoted(`${prefix}_at ${quoted(path.join(' '))} ${quoted(count)}`)} ${rest}`;
  return [
    ...commands.map((command) =>
      line('0', `-a ${quoted(escaped(lastWord(command)))} -d ${quoted(command.description)}`),
    ),
    ...args.flatMap(({ completes, variadic }, index) =>
      completes === 'nothing'
        ? []
        : [line(variadic ? `[${index}-9]|..+` : String(index), completed(completes, prefix))],
    ),
    ...options.map(({ flags, description, value }) => {
      const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
      const rest = value ? ` -r ${completed(value.completes, prefix)}` : '';
      return line('.*', `${names.join(' ')} -d ${quoted(description)}${rest}`);
    }),
  ];
}

function completed(value: Value, prefix: string): string {
  if (typeof value !== 'string') return `-f -k -a ${quoted(value.map(worded).join(' '))}`;
  if (value === 'folder') return `-f -a '(__fish_complete_directories (commandline -ct))'`;
  if (value === 'file') return '-F';
  return value === 'nothing' ? '-f' : `-f -k -a '(${prefix}_${value})'`;
}

function worded([word, meaning]: Words[number]): string {
  return meaning ? `${escaped(word)}\\t${quoted(meaning)}` : escaped(word);
}

function valued(commands: readonly CommandNode[]): string[] {
  return commands.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) => (value ? flags.map((flag) => [...path, flag].join(' ')) : [])),
  );
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
