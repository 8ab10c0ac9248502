import {
  type ArgumentNode,
  type CommandNode,
  codesToOffer,
  escaped,
  everyCommand,
  functionName,
  lastWord,
  type OptionNode,
  quoted,
  type Value,
  type Words,
} from './tree.ts';

/** One function per command; the script works from a folder in fpath and when sourced. */
export function zshScript(program: CommandNode): string {
  const name = lastWord(program);
  const complete = functionName(name);
  const codes = codesToOffer().map(([code, meaning]) => `    ${described(code, meaning)}`);
  return `#compdef ${name}

${[...everyCommand(program)].map(commandFunction).join('\n')}
${complete}__code() {
  local -a codes
  codes=(
${codes.join('\n')}
  )
  _describe -V -t currencies currency codes "$@"
}

${complete}__codes() {
  compset -P '*,'
  ${complete}__code -qS ,
}

if [[ $funcstack[1] == ${complete} ]]; then
  ${complete} "$@"
else
  compdef ${complete} ${name}
fi
`;
}

function commandFunction({ path, options, args, commands }: CommandNode): string {
  const [program = ''] = path;
  const name = functionName(...path);
  const specs = options.map((option) => optionSpec(option, program));
  if (commands.length === 0) {
    specs.push(...args.map((argument, index) => argumentSpec(argument, index, program)));
    return `${name}() {
  _arguments -s -S ${lines(specs)}
}
`;
  }
  specs.push("'1: :->command'", "'*:: :->rest'");
  const calls = commands.map((command) => `        ${quoted(lastWord(command))}) ${functionName(...command.path)} ;;`);
  const [, others] = args;
  if (others) calls.push(`        *) ${action(others.completes, program)} ;;`);
  return `${name}() {
  local curcontext="$curcontext" state line
  local -A opt_args
  local -a commands
  _arguments -s -S -C -A '-*' ${lines(specs)} && return
  case $state in
    command)
      commands=(
${commands.map((command) => `        ${described(lastWord(command), command.description)}`).join('\n')}
      )
      _describe -t commands command commands
      ;;
    rest)
      case $line[1] in
${calls.join('\n')}
      esac
      ;;
  esac
}
`;
}

const lines = (specs: readonly string[]) => specs.map((spec) => `\\\n    ${spec}`).join(' ');

/** The star allows an option to be repeated. */
function optionSpec({ flags, description, value }: OptionNode, program: string): string {
  const explanation = `[${description.replace(/[\][\\]/g, '\\$&')}]`;
  const rest = value ? `${explanation}:${value.name}:${action(value.completes, program)}` : explanation;
  const names = flags.map((flag) => (value ? `${flag}${flag.startsWith('--') ? '=' : '+'}` : flag));
  const [only] = names;
  return names.length === 1 ? quoted(`*${only}${rest}`) : `'*'{${names.join(',')}}${quoted(rest)}`;
}

function argumentSpec({ name, completes, variadic }: ArgumentNode, index: number, program: string): string {
  return quoted(`${variadic ? '*' : index + 1}:${name}:${action(completes, program)}`);
}

function action(value: Value, program: string): string {
  if (typeof value !== 'string') return words(value);
  return value === 'code' || value === 'codes' ? functionName(program, '', value) : actions[value];
}

function words(list: Words): string {
  const hasMeanings = list.some(([, meaning]) => meaning);
  const each = list.map(([word, meaning]) => escaped(word) + (meaning ? `\\:${escaped(meaning)}` : ''));
  return hasMeanings ? `((${each.join(' ')}))` : `(${each.join(' ')})`;
}

const actions = { file: '_files', folder: '_files -/', nothing: ' ' };

/** _describe splits at the first colon without a backslash. */
function described(word: string, description: string): string {
  const escapedWord = doubled(word).replaceAll(':', '\\:');
  return quoted(description ? `${escapedWord}:${doubled(description)}` : escapedWord);
}

const doubled = (text: string) => text.replaceAll('\\', '\\\\');
