import { formatsOfADay } from '../../output/formats.ts';
import type { Given } from '../definition.ts';
import { cost, inCost, inOutput, inWhat, run, voice, what, wholeNumber } from '../options.ts';

const ofRuns = ['since', 'to', 'dryRun', 'maxCost', 'reserve'];

export const options = [
  () => inWhat('--since <day>', 'first day of the archive; remembered for later runs'),
  () =>
    inWhat('--status', 'print how the archive is, request nothing; ends with 3 if days are behind').conflicts(
      ofRuns,
    ),
  what.source,
  what.showAlternative,
  () =>
    inOutput(
      '-f, --format <format>',
      'format of the --to files (default: csv), or json of the summary',
    ).choices(formatsOfADay),
  () => inOutput('--to <folder>', 'also keep one file per day in this folder (parquet: per year)'),
  cost.dryRun,
  () => inCost('--max-cost <requests>', 'spend at most this per run (default: 100)').argParser(wholeNumber),
  () =>
    inCost(
      '--reserve <requests>',
      'leave this many for new days and look-ups (default: one a day, plus a tenth of the quota)',
    ).argParser(wholeNumber),
  run.demo,
  run.concurrency,
  ...voice,
] as const;

export type Archiving = Given<typeof options>;
