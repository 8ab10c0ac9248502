/** Whether a stream gets colour: the option, then NO_COLOR, FORCE_COLOR, TERM=dumb, then whether it is a terminal. */
export function wantsColor(
  option: boolean | undefined,
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (option !== undefined) return option;
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return isTerminal && env.TERM !== 'dumb';
}
