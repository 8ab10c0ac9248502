import type { Failure } from '../errors.ts';
import { type Json, jsonText } from '../json.ts';
import type { AsData } from './reporter.ts';

/** @param argv what was typed, to which a hint may add */
export const inJson =
  (argv: readonly string[]): AsData =>
  (told, hide) =>
    jsonText(
      'error' in told
        ? { error: inFull(told.error, argv, hide) }
        : Object.fromEntries(Object.entries(told).map(([kind, text]) => [kind, hide(text)])),
    );

function inFull(failure: Failure, argv: readonly string[], hide: (text: string) => string): Json {
  const [line] = failure.hints
    .flatMap((hint) => (typeof hint === 'string' ? [] : [hint.lineAfter(argv)]))
    .filter(Boolean);
  return { ...inData(failure, hide), try: line?.map(hide) };
}

/** Without what to type. */
export const inData = ({ code, exitCode, message, hints }: Failure, hide: (text: string) => string) => ({
  code,
  exit: exitCode,
  message: hide(message),
  hint: hints.length > 0 ? hide(hints.join('; ')) : undefined,
});
