import { formatsOfADay } from '../../output/formats.ts';
import { sourceNames } from '../../sources/table.ts';
import type { Given } from '../definition.ts';
import { inOutput, inRun, inWhat, numberLike, records, run, voice, what } from '../options.ts';

const howFar = 'how far a rate must differ (default: 25; with --against: 5)';

const percent = numberLike(/^\d{1,5}(\.\d+)?$/, 'a percentage above 0', (number) => number > 0);

export const ofCheck = [
  () =>
    inWhat('--against <source>', 'only what differs from the stored rates of this source')
      .choices(sourceNames)
      .conflicts('demo'),
  () => inWhat('--threshold <percent>', howFar).argParser(percent),
  () => inWhat('--since <day>', 'only what ends on this day or later'),
  () => inWhat('--accept <file>', 'leave out what this file has: findings that -f csv wrote'),
  what.source,
  what.showAlternative,
  ...records,
  run.demo,
  ...voice,
] as const;

export type Checking = Given<typeof ofCheck>;

export const ofImport = [
  what.source,
  what.showAlternative,
  ...records,
  () => inRun('--dry-run', 'print what would be imported, write nothing'),
  () => inRun('--partial', 'take days with fewer than half the codes of those around them'),
  ...voice,
] as const;

export type Importing = Given<typeof ofImport>;

export const ofExport = [
  () => inWhat('--since <day>', 'first day of the export (parquet: all of its year)'),
  what.source,
  what.showAlternative,
  () =>
    inOutput('-f, --format <format>', 'format of the files')
      .choices(formatsOfADay)
      .default('csv' as const),
  run.demo,
  ...voice,
] as const;

export type Exporting = Given<typeof ofExport>;
