import { type Definition, define } from '../definition.ts';
import { records, run, voice, what } from '../options.ts';
import { ofCheck, ofExport, ofImport } from './options.ts';

const info = define({
  name: 'info',
  description: 'Print the stored days of each year, holes and size.',
  examples: [
    ['ratebook store info', 'of every source'],
    ['ratebook store info --source ecb', 'of one'],
    ['ratebook store info -f json', 'for a script'],
    ['RATEBOOK_STORE=/srv/rates ratebook store info', 'of another folder'],
  ],
  options: [what.source, ...records, ...voice],
  run: async (cli, given) => (await import('./info.ts')).storeInfo(given, cli),
});

const holes = define({
  name: 'holes',
  description: 'List the missing days between the first and the last stored one.',
  examples: [
    ['ratebook store holes', 'one line per run of missing days'],
    ['ratebook store holes -f csv --no-header', 'for a script'],
    ['ratebook store holes --show-alternative', 'of the days with all currencies'],
  ],
  options: [what.source, what.showAlternative, ...records, run.demo, ...voice],
  run: async (cli, given) => (await import('./holes.ts')).storeHoles(given, cli),
});

const verify = define({
  name: 'verify',
  description: 'Read every stored day and name damaged files.',
  examples: [
    ['ratebook store verify', 'ends with 1 if a file is damaged'],
    ['ratebook store verify && echo sound', 'in a script'],
  ],
  options: [what.source, ...records, ...voice],
  run: async (cli, given) => (await import('./verify.ts')).storeVerify(given, cli),
});

const check = define({
  name: 'check',
  description: 'Look for rates that are odd: jumps, inverses, standstill, missing codes.',
  examples: [
    ['ratebook store check', 'the worst first'],
    ['ratebook store check --threshold 50 -f csv', 'larger jumps, for a script'],
    ['ratebook store check --since 7d -q', 'for a monitor: what is new'],
    ['ratebook store check --against ecb', 'beside the rates of another source'],
  ],
  options: ofCheck,
  run: async (cli, given) => (await import('./check.ts')).storeCheck(given, cli),
});

const importDays = define({
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
  run: async (cli, given, [paths]) => (await import('./import.ts')).storeImport(paths, given, cli),
});

const exportDays = define({
  name: 'export',
  description:
    'Write all stored days to a folder, one file per day (parquet: per year). Files that are there are left.',
  examples: [
    ['ratebook store export rates', 'a CSV file per day'],
    ['ratebook store export rates -f parquet', 'a file per year, for DuckDB'],
  ],
  options: ofExport,
  shape: (command) => command.argument('<folder>', 'where the files go; made if it is missing'),
  run: async (cli, given, [folder]) => (await import('./export.ts')).storeExport(folder, given, cli),
});

const path = define({
  name: 'path',
  description: 'Print the folder with the stored days of the configured source.',
  examples: [
    ['ratebook store path', 'where the stored days are'],
    ['du -sh "$(ratebook store path)"', 'the space they take'],
  ],
  options: [what.source, ...voice],
  run: async (cli, given) => (await import('./path.ts')).storePath(given, cli),
});

export const store: Definition = {
  name: 'store',
  use: 'Store:',
  summary: 'inspect, check, import and export stored days',
  description: 'Inspect, check, import and export stored days.',
  examples: [
    ['ratebook store info', 'what there is'],
    ['ratebook store verify', 'whether it can be read'],
  ],
  commands: [info, holes, verify, check, importDays, exportDays, path],
};
