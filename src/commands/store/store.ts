import { formatsOfADay } from '../../output/formats.ts';
import { sourceNames } from '../../sources/table.ts';
import {
  type Definition,
  define,
  fromSource,
  inOutput,
  inRun,
  inWhat,
  numberIn,
  type OptionsOf,
  records,
  reporting,
  run,
  what,
} from '../options.ts';
import { storeCheck } from './check.ts';
import { storeExport } from './export.ts';
import { storeImport } from './import.ts';
import { storeHoles, storeInfo, storePath } from './info.ts';
import { storeVerify } from './verify.ts';

const ofCheck = [
  inWhat('--against <source>', 'only what differs from the stored rates of this source')
    .choices(sourceNames)
    .conflicts('demo'),
  inWhat('--threshold <percent>', 'how far a rate must differ (default: 25; with --against: 5)').argParser(
    (text: string) => numberIn(text, /^(?=.*[1-9])\d{1,5}(\.\d+)?$/, 'a percentage above 0'),
  ),
  inWhat('--since <day>', 'only what ends on this day or later'),
  ...fromSource,
  what.showAlternative,
  ...records,
  run.demo,
  ...reporting,
] as const;

export type CheckOptions = OptionsOf<typeof ofCheck>;

const ofImport = [
  ...fromSource,
  what.showAlternative,
  ...records,
  inRun('--dry-run', 'print what would be imported, write nothing'),
  inRun('--partial', 'take days with fewer than half the codes of those around them'),
  ...reporting,
] as const;

export type Importing = OptionsOf<typeof ofImport>;

const ofExport = [
  inWhat('--since <day>', 'first day of the export (parquet: all of its year)'),
  ...fromSource,
  what.showAlternative,
  inOutput('-f, --format <format>', 'format of the files')
    .choices(formatsOfADay)
    .default('csv' as const),
  run.demo,
  ...reporting,
] as const;

export type Exporting = OptionsOf<typeof ofExport>;

export const storeCommand: Definition = {
  name: 'store',
  description: 'Inspect, check, import and export stored days.',
  examples: [
    ['ratebook store info', 'what there is'],
    ['ratebook store verify', 'whether it can be read'],
  ],
  commands: [
    define({
      name: 'info',
      description: 'Print the stored days of each year, holes and size.',
      examples: [
        ['ratebook store info', 'of every source'],
        ['ratebook store info --source ecb', 'of one'],
        ['ratebook store info -f json', 'for a script'],
        ['RATEBOOK_STORE=/srv/rates ratebook store info', 'of another folder'],
      ],
      options: [...fromSource, ...records, ...reporting],
      run: storeInfo,
    }),
    define({
      name: 'holes',
      description: 'List the missing days between the first and the last stored one.',
      examples: [
        ['ratebook store holes', 'one line per run of missing days'],
        ['ratebook store holes -f csv --no-header', 'for a script'],
        ['ratebook store holes --show-alternative', 'of the days with all currencies'],
      ],
      options: [...fromSource, what.showAlternative, ...records, run.demo, ...reporting],
      run: storeHoles,
    }),
    define({
      name: 'verify',
      description: 'Read every stored day and name damaged files.',
      examples: [
        ['ratebook store verify', 'exits with 1 if a file is damaged'],
        ['ratebook store verify && echo sound', 'in a script'],
      ],
      options: [...fromSource, ...records, ...reporting],
      run: async (app, options) => storeVerify(app, options),
    }),
    define({
      name: 'check',
      description: 'Look for rates that are odd: jumps, inverses, standstill, missing codes.',
      examples: [
        ['ratebook store check', 'the worst first'],
        ['ratebook store check --threshold 50 -f csv', 'larger jumps, for a script'],
        ['ratebook store check --since 7d -q', 'for a monitor: what is new'],
        ['ratebook store check --against ecb', 'beside the rates of another source'],
      ],
      options: ofCheck,
      run: async (app, options) => storeCheck(app, options),
    }),
    define({
      name: 'import',
      description:
        'Add days from files of any form that ratebook writes, and folders of them. Overwrites nothing.',
      examples: [
        ['ratebook store import old --dry-run', 'what a folder would add'],
        ['ratebook store import 2019.csv', 'rows of date, base, quote, rate'],
      ],
      options: ofImport,
      shape: (command) =>
        command.argument(
          '<path...>',
          'files or folders: .json, .ndjson, .csv, .tsv, .parquet, also as .gz; eurofxref-hist.zip',
        ),
      run: async (...words) => storeImport(...words),
    }),
    define({
      name: 'export',
      description:
        'Write all stored days to a folder, one file per day (parquet: per year). Existing files are left unchanged.',
      examples: [
        ['ratebook store export rates', 'a CSV file per day'],
        ['ratebook store export rates -f parquet', 'a file per year, for DuckDB'],
      ],
      options: ofExport,
      shape: (command) => command.argument('<folder>', 'where the files go; made if it is missing'),
      run: async (...words) => storeExport(...words),
    }),
    define({
      name: 'path',
      description: 'Print the folder with the stored days of the configured source.',
      examples: [
        ['ratebook store path', 'where the stored days are'],
        ['du -sh "$(ratebook store path)"', 'the space they take'],
      ],
      options: [...fromSource, ...reporting],
      run: storePath,
    }),
  ],
};
