import type { OptionName } from './options.ts';

const voice = ['quiet', 'debug', 'color', 'noColor'] as const;
const cost = ['dryRun', 'maxCost'] as const;
const keeping = ['noStore', 'refresh', 'offline'] as const;
const origin = ['yes', 'raw', 'prettyprint', ...keeping] as const;
const choice = [
  'base',
  'symbols',
  'invert',
  'showAlternative',
  'format',
  'output',
  'noHeader',
  'decimal',
] as const;
const records = ['recordsFormat', 'output', 'noHeader', 'noPager'] as const;
const service = ['demo', 'concurrency'] as const;

/** The options of each command; help lists them in the order of their definitions. */
export const optionsOf = {
  historical: [...choice, ...cost, ...origin, ...service, 'noPager', ...voice],
  latest: [...choice, ...cost, ...origin, ...service, 'noPager', ...voice],
  series: [
    ...choice,
    'wide',
    'summary',
    'every',
    'take',
    'weekdays',
    ...cost,
    ...origin,
    ...service,
    'noPager',
    ...voice,
  ],
  convert: [
    'on',
    'rate',
    'digits',
    'showAlternative',
    'conversionFormat',
    'output',
    'noHeader',
    'noPager',
    'conversionDecimal',
    ...cost,
    'yes',
    ...keeping,
    ...service,
    ...voice,
  ],
  annotate: [
    'dateColumn',
    'amountColumn',
    'fromColumn',
    'toColumn',
    'rate',
    'dateFormat',
    'columnDecimal',
    'delimiter',
    'prefix',
    'showAlternative',
    'output',
    ...cost,
    'yes',
    ...keeping,
    ...service,
    ...voice,
  ],
  currencies: ['showAlternative', 'listFormat', 'output', 'noHeader', 'noPager', 'demo', ...voice],
  archive: [
    'since',
    'to',
    'fileFormat',
    'showAlternative',
    'dryRun',
    'costPerRun',
    'reserve',
    ...service,
    ...voice,
  ],
  usage: [...records, ...voice],
  storeInfo: records,
  storeVerify: records,
  storeHoles: ['showAlternative', ...records, 'demo', ...voice],
  storeImport: ['dryImport', 'showAlternative', ...records, ...voice],
  storeCheck: ['threshold', 'showAlternative', ...records, 'demo', ...voice],
  configList: records,
  serve: ['port', 'serveOffline', 'dailyCost', 'serveDemo', 'concurrency', ...voice],
} satisfies Record<string, readonly OptionName[]>;
