import { ifPossible } from '../errors.ts';
import { scalarText } from '../json.ts';
import { readConfig } from './file.ts';
import { type Machine, places } from './places.ts';

/** How failures, warnings and notes are told. */
export const errorsForms = ['text', 'json'] as const;

export type ErrorsForm = (typeof errorsForms)[number];

/**
 * Before anything is parsed, and without what reads the other settings. What is no form counts as not given
 * here: it is refused where options and settings are read.
 */
export function errorsFormOf(machine: Machine & { readonly argv: readonly string[] }): ErrorsForm {
  const { argv, env } = machine;
  const inFile = () => ifPossible(() => readConfig(places(machine).configFile).values.errors);
  return formIn(optionIn(argv)) ?? formIn(env.RATEBOOK_ERRORS) ?? formIn(inFile()) ?? 'text';
}

const formIn = (text: unknown) => errorsForms.find((form) => form === scalarText(text).toLowerCase());

/** The last one counts. */
function optionIn(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const options = end < 0 ? argv : argv.slice(0, end);
  const at = options.findLastIndex((word) => /^--errors(=|$)/.test(word));
  return options[at]?.split('=', 2)[1] ?? options[at + 1];
}
