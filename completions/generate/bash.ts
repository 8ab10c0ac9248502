import {
  type CommandNode,
  codesToOffer,
  escaped,
  everyCommand,
  functionName,
  lastWord,
  quoted,
  type Value,
} from './tree.ts';

/** Works in bash 3.2 (macOS) and without the bash-completion package. */
export function bashScript(program: CommandNode): string {
  const name = lastWord(program);
  const complete = functionName(name);
  const codes = codesToOffer().map(([code]) => code);
  return `# bash completion for ${name}

# Sets kind to what can be completed: "COMMAND 0" stands for the first argument of a command, "COMMAND -" for
# its options, and "COMMAND OPTION" for the value of an option.
${complete}_kind() {
  case $1 in
${cases(program)}
    *) kind='' ;;
  esac
}

# Offers what compgen finds, without the part before the last word break (= or :), as the shell expects.
${complete}_offer() {
  local reply
  while IFS= read -r reply; do
    reply=$before$reply
    COMPREPLY+=("\${reply#"$outside"}")
  done < <(compgen "$@" -- "\${cur#"$before"}")
}

${complete}() {
  COMPREPLY=()
  local IFS=$' \\t\\n' words=() word glue='' i
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if ((i > 1)) && [[ $glue || $word == [=:]* ]]; then
      words[\${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    glue=''
    [[ $word && $word != *[!=:]* ]] && glue=yes
  done
  local cur=\${words[\${#words[@]} - 1]} before='' outside
  [[ $glue ]] && outside=$cur || outside=\${cur%"$word"}

  local command=${quoted(name)} option='' options=yes arguments=0 kind
  for word in "\${words[@]:1:\${#words[@]}-2}"; do
    ${complete}_kind "$command $word"
    if [[ $option ]]; then
      option=''
    elif [[ $options && $word == -- ]]; then
      options=''
    elif [[ $options && $word == -?* ]]; then
      [[ $kind ]] && option=$word
    elif [[ $kind == command ]]; then
      command+=" $word"
    else
      ((arguments++))
    fi
  done

  if [[ $option ]]; then
    ${complete}_kind "$command $option"
  elif [[ $options && $cur == --*=* ]]; then
    before=\${cur%%=*}=
    ${complete}_kind "$command \${cur%%=*}"
  elif [[ $options && $cur == -* ]]; then
    ${complete}_kind "$command -"
  else
    ${complete}_kind "$command $arguments"
  fi

  local codes=${quoted(codes.join(' '))}
  case $kind in
    words\\ *) ${complete}_offer -W "\${kind#words }" ;;
    code)
      compopt -o nosort 2>/dev/null
      ${complete}_offer -W "$codes"
      ;;
    codes)
      [[ \${cur#"$before"} == *,* ]] && before=\${cur%,*},
      compopt -o nospace -o nosort 2>/dev/null
      ${complete}_offer -W "$codes"
      ;;
    file)
      compopt -o filenames 2>/dev/null
      ${complete}_offer -f
      ;;
    folder)
      compopt -o filenames 2>/dev/null
      ${complete}_offer -d
      ;;
  esac
}

complete -F ${complete} ${name}
`;
}

/** One case per kind, so that options shared by many commands do not repeat their values. */
function cases(program: CommandNode): string {
  const patterns = new Map<string, string[]>();
  for (const [pattern, kind] of places(program)) {
    patterns.set(kind, [...(patterns.get(kind) ?? []), pattern]);
  }
  return [...patterns]
    .map(([kind, where]) => `    ${where.join(' | \\\n      ')})\n      kind=${quoted(kind)} ;;`)
    .join('\n');
}

function* places(program: CommandNode): Generator<[pattern: string, kind: string]> {
  for (const { path, options, args, commands } of everyCommand(program)) {
    const at = (word: string) => quoted([...path, word].join(' '));
    yield [at('-'), words(options.flatMap(({ flags }) => flags))];
    for (const { flags, value } of options) {
      if (value) for (const flag of flags) yield [at(flag), kindOf(value.completes)];
    }
    if (commands.length > 0) yield [at('0'), words(commands.map(lastWord))];
    for (const command of commands) yield [at(lastWord(command)), 'command'];
    for (const [index, { completes, variadic }] of args.entries()) {
      if (index === 0 && commands.length > 0) continue;
      const numbers = variadic ? [`[${index}-9]`, '[1-9][0-9]*'] : [index];
      for (const number of numbers) yield [`${at('')}${number}`, kindOf(completes)];
    }
  }
}

const kindOf = (value: Value) => (typeof value === 'string' ? value : words(value.map(([word]) => word)));

const words = (list: readonly string[]) => `words ${list.map(escaped).join(' ')}`;
