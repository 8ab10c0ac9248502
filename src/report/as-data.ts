import { type Json, jsonText } from '../rates/json-text.ts';
import type { AsData, Told } from './reporter.ts';

/** @param argv what was typed, to which a hint may add */
export const inJson =
  (argv: readonly string[]): AsData =>
  (told, hide) =>
    jsonText(
      'error' in told
        ? { error: inFull(told.error, argv, hide) }
        : Object.fromEntries(Object.entries(told).map(([kind, text]) => [kind, hide(text)])),
    );

type Failure = Extract<Told, { readonly error: unknown }>['error'];

function inFull(
  { code, exitCode, message, hints }: Failure,
  argv: readonly string[],
  hide: (text: string) => string,
): Json {
  const line = hints.find((hint) => typeof hint !== 'string')?.lineAfter(argv);
  return {
    code,
    exit: exitCode,
    message: hide(message),
    hint: hints.length > 0 ? hide(hints.join('; ')) : undefined,
    try: line?.map(hide),
  };
}
