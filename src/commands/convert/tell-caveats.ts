import type { Day } from '../../calendar/day.ts';
import { mixedInWords } from '../../currencies/ended.ts';
import { type ExitCode, exit } from '../../errors.ts';
import { caveatsOf } from '../../rates/caveats.ts';
import type { Converted, Question } from '../../rates/converted.ts';
import type { Reporter } from '../../report/reporter.ts';

interface Asked {
  /** Undefined: the newest day. */
  readonly asked: Day | undefined;
  readonly reporter: Pick<Reporter, 'problem'>;
}

/** What has to be known of the rates, each once, and which mean is refused. */
export function tellCaveats(
  { conversions, refused }: Converted,
  { from }: Pick<Question, 'from'>,
  { asked, reporter }: Asked,
): ExitCode {
  const caveats = conversions.flatMap((made) => {
    const found = { date: made.date, origin: made };
    return caveatsOf([made.from.code, made.to.code], found, asked);
  });
  for (const text of new Set(caveats.map((caveat) => caveat.text))) reporter.problem(text);
  for (const { to, mixed } of refused)
    reporter.problem(`no mean of ${from.name}/${to.name}: ${mixedInWords(mixed)}`);

  const isPartial = refused.length > 0 || caveats.some((caveat) => caveat.exit !== exit.ok);
  return isPartial ? exit.partial : exit.ok;
}
