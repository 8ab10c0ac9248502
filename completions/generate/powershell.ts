import { type CommandNode, codesToOffer, everyCommand, lastWord, type Value, type Words } from './tree.ts';

/**
 * Works in Windows PowerShell 5.1, which reads a script without a mark as one of an old code page: so it is ASCII.
 * Where nothing is offered, PowerShell itself offers files.
 */
export function powershellScript(program: CommandNode): string {
  const name = lastWord(program);
  return `# PowerShell completion for ${name}

Register-ArgumentCompleter -Native -CommandName ${quoted(name)} -ScriptBlock {
  param($word, $line, $cursor)

  # What can be completed: 'COMMAND 0' stands for the first argument of a command, 'COMMAND +' for those after the
  # last that has a number, 'COMMAND -' for its options, 'COMMAND OPTION' for the value of an option.
  $at = New-Object System.Collections.Hashtable ([System.StringComparer]::Ordinal)
${assignments(program).join('\n')}

  $command = ${quoted(name)}
  $option = ''
  $takesOptions = $true
  $arguments = 0
  $typed = ''
  foreach ($element in ($line.CommandElements | Select-Object -Skip 1)) {
    $start = $element.Extent.StartOffset
    if ($start -ge $cursor) { break }
    if ($element.Extent.EndOffset -ge $cursor) {
      $typed = $element.Extent.Text.Substring(0, $cursor - $start)
      break
    }

    $text = $element.Extent.Text
    if ($element -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $text = $element.Value }
    $kind = $at["$command $text"]
    if ($option) {
      $option = ''
    } elseif ($takesOptions -and $text -eq '--') {
      $takesOptions = $false
    } elseif ($takesOptions -and $text -like '-?*') {
      if ($null -ne $kind) { $option = $text }
    } elseif ($kind -eq 'command') {
      $command = "$command $text"
    } else {
      $arguments++
    }
  }

  $quote = ''
  if ($typed -match '^["'']') {
    $quote = $typed.Substring(0, 1)
    $typed = $typed.Substring(1)
  }
  $begun = $typed
  if ($option) {
    $kind = $at["$command $option"]
  } elseif ($takesOptions -and $typed -match '^(--[^=]*)=(.*)$') {
    $kind = $at["$command " + $Matches[1]]
    $begun = $Matches[2]
  } elseif ($takesOptions -and $typed -like '-*') {
    $kind = $at["$command -"]
  } else {
    $kind = $at["$command $arguments"]
    if ($null -eq $kind) { $kind = $at["$command +"] }
  }

  $offers = @()
  if ($kind -is [array]) { $offers = $kind }
  if ($kind -eq 'code' -or $kind -eq 'codes') { $offers = $at['codes'] }
  if ($kind -eq 'codes') { $begun = $begun -replace '^.*,', '' }

  # of a list without quotes only what follows the last comma is the word
  $kept = ($word -replace '^["'']', '') -replace '["'']$', ''
  $kept = $kept.Substring(0, [Math]::Max(0, $kept.Length - $begun.Length))
  foreach ($offer in $offers) {
    $offered, $meaning = $offer -split ' ', 2
    if (-not $offered.StartsWith($begun, [System.StringComparison]::OrdinalIgnoreCase)) { continue }
    if (-not $meaning) { $meaning = $offered }
    $text = $quote + $kept + $offered + $quote
    New-Object System.Management.Automation.CompletionResult $text, $offered, 'ParameterValue', $meaning
  }
}
`;
}

/** One for all places where the same is offered. */
function assignments(program: CommandNode): string[] {
  const places = new Map<string, string[]>();
  for (const [place, offers] of offered(program)) places.set(offers, [...(places.get(offers) ?? []), place]);
  return Array.from(places, ([offers, where]) =>
    where.length === 1
      ? `  $at[${where}] = ${offers}`
      : `  foreach ($place in @(${indented(where)}  )) { $at[$place] = ${offers} }`,
  );
}

function* offered(program: CommandNode): Generator<[place: string, offers: string]> {
  for (const { path, options, args, commands } of everyCommand(program)) {
    const at = (word: string | number) => quoted([...path, word].join(' '));
    yield [at('-'), list(options.flatMap(({ flags, description }) => flags.map((flag) => [flag, description])))];
    for (const { flags, value } of options)
      if (value) for (const flag of flags) yield [at(flag), offers(value.completes)];

    if (commands.length > 0) yield [at(0), list(commands.map((one) => [lastWord(one), one.description]))];
    for (const command of commands) yield [at(lastWord(command)), quoted('command')];
    for (const [index, { completes, variadic }] of args.entries()) {
      if (index > 0 || commands.length === 0) yield [at(index), offers(completes)];
      if (variadic) yield [at('+'), offers(completes)];
    }
  }
  yield [quoted('codes'), list(codesToOffer())];
}

const offers = (value: Value) => (typeof value === 'string' ? quoted(value) : list(value));

const list = (words: Words) => `@(${indented(words.map(([word, meaning = '']) => quoted(`${word} ${meaning}`)))}  )`;

const indented = (items: readonly string[]) => `\n${items.map((item) => `    ${item}`).join(',\n')}\n`;

/** In ASCII, as far as names have had other signs. */
function quoted(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').replace(/–/g, '-').replace(/ʻ/g, "'").trim();
  return `'${plain.replaceAll("'", "''")}'`;
}
