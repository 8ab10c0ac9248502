import { define, type Given, Option, uses } from '../definition.ts';
import { percent } from '../option-values.ts';
import { run, under, voice, what } from '../options.ts';

const checking = {
  ...under('What:', {
    threshold: () =>
      new Option('--threshold <percent>', 'rates that differ by this are a jump')
        .argParser(percent)
        .default(25),
  }),
  ...under('Output:', {
    format: () =>
      new Option('-f, --format <format>', 'output format').choices(['table', 'csv', 'json']).default('table'),
  }),
};

const importing = under('Run:', {
  dryRun: () => new Option('--dry-run', 'print what would be imported, write nothing'),
});

const ofHoles = [what.showAlternative, run.demo, ...voice] as const;
const ofCheck = [what.showAlternative, checking.threshold, checking.format, run.demo, ...voice] as const;
const ofImport = [importing.dryRun, what.showAlternative, ...voice] as const;

export type HolesOptions = Given<typeof ofHoles>;
export type CheckOptions = Given<typeof ofCheck>;
export type ImportOptions = Given<typeof ofImport>;

const info = define({
  name: 'info',
  description: 'Print the stored days of each year, holes and size.',
  examples: [
    ['ratebook store info', 'of the configured service'],
    ['RATEBOOK_STORE=/srv/rates ratebook store info', 'of another folder'],
  ],
  run: async (cli) => (await import('./store.ts')).storeInfo(cli),
});

const holes = define({
  name: 'holes',
  description: 'List the missing days between the first and the last stored one.',
  examples: [
    ['ratebook store holes', 'one line per run of missing days'],
    ['ratebook store holes --show-alternative', 'of the days with all currencies'],
  ],
  options: ofHoles,
  run: async (cli, given) => (await import('./holes.ts')).storeHoles(given, cli),
});

const verify = define({
  name: 'verify',
  description: 'Read every stored day and name damaged files.',
  examples: [
    ['ratebook store verify', 'ends with 1 if a file is damaged'],
    ['ratebook store verify && echo sound', 'in a script'],
  ],
  run: async (cli) => (await import('./store.ts')).storeVerify(cli),
});

const check = define({
  name: 'check',
  description: 'Look for rates that are odd: jumps, inverses, standstill, missing codes.',
  examples: [
    ['ratebook store check', 'the worst first'],
    ['ratebook store check --threshold 50 -f csv', 'larger jumps, for a script'],
  ],
  options: ofCheck,
  run: async (cli, given) => (await import('./check.ts')).storeCheck(given, cli),
});

const importDays = define({
  name: 'import',
  description: 'Add days from files: day files, folders of them, .ndjson and .ndjson.gz. Overwrites nothing.',
  examples: [
    ['ratebook store import old --dry-run', 'what a folder would add'],
    ['ratebook store import rates.ndjson', 'a day per line'],
  ],
  options: ofImport,
  shape: (command) =>
    command.argument(
      '<path...>',
      'a day file 2024-01-17.json, a folder of them, or a file of lines {"date":...,"body":...}',
    ),
  run: async (cli, given, [paths]) => (await import('./import.ts')).storeImport(paths, given, cli),
});

const path = define({
  name: 'path',
  description: 'Print the folder with the stored days of the configured service.',
  examples: [
    ['ratebook store path', 'where the stored days are'],
    ['du -sh "$(ratebook store path)"', 'the space they take'],
  ],
  run: async (cli) => (await import('./store.ts')).storePath(cli),
});

export const store = {
  name: 'store',
  use: uses.store,
  summary: 'inspect, check and add stored days',
  description: 'Inspect, check and add stored days.',
  examples: [
    ['ratebook store info', 'what there is'],
    ['ratebook store verify', 'whether it can be read'],
  ],
  commands: [info, holes, verify, check, importDays, path],
} as const;
