import { formatsOfADay } from '../../output/formats.ts';
import { define, Option, uses } from '../definition.ts';
import { wholeNumber } from '../option-values.ts';
import { cost, run, under, voice, what } from '../options.ts';

const inWhat = under('What:', {
  since: () => new Option('--since <day>', 'first day of the archive; remembered for later runs'),
});

const inOutput = under('Output:', {
  format: () =>
    new Option('-f, --format <format>', 'format of the --to files (default: csv)').choices(formatsOfADay),
  to: () => new Option('--to <folder>', 'also keep one file per day in this folder (parquet: per year)'),
});

const inCost = under('Cost:', {
  maxCost: () =>
    new Option('--max-cost <requests>', 'spend at most this per run (default: 100)').argParser(wholeNumber),
  reserve: () =>
    new Option(
      '--reserve <requests>',
      'leave this many for new days and look-ups (default: one a day, plus a tenth of the quota)',
    ).argParser(wholeNumber),
});

const options = [
  what.showAlternative,
  inWhat.since,
  inOutput.format,
  inOutput.to,
  cost.dryRun,
  inCost.maxCost,
  inCost.reserve,
  run.demo,
  run.concurrency,
  ...voice,
] as const;

export const archive = define({
  name: 'archive',
  use: uses.store,
  summary: 'fetch days that are not stored yet; for cron',
  description:
    'Fetch the finished days that are not stored yet, newest first, spending at most --max-cost (100) per run.',
  examples: [
    ['ratebook archive --since 2024-01-01 --dry-run', 'what is missing, and its cost'],
    ['ratebook archive --since 2024-01-01', 'up to 100 days per run'],
    ['ratebook archive --to rates --quiet', 'for cron; also a file per day'],
  ],
  options,
  run: async (cli, given) => {
    const { since, to, format, maxCost: most, reserve, concurrency } = given;
    const { demo = false, showAlternative: alternative = false, dryRun = false } = given;
    const terms = { demo, alternative, dryRun, concurrency };
    return (await import('./archive.ts')).archive({ since, to, format, most, reserve, terms }, cli);
  },
});
