import { type Code, euro, usd } from '../currencies/code.ts';
import { either } from '../words.ts';
import { bankOfItaly } from './bdi.ts';
import { centralBank } from './ecb.ts';
import { bankOfPoland, zloty } from './nbp.ts';
import { openExchangeRates } from './oxr/source.ts';
import type { Source, Subscriber } from './source.ts';

/** A source, before it is opened. */
interface SourceKind {
  /** Fits after its name, in help: `ecb (the European Central Bank)`. */
  readonly is: string;
  /** The default of the setting `base`. */
  readonly base: Code;
  /** The setting that has its address, and its default. */
  readonly urlKey: string;
  readonly url: string;
  readonly open: (subscriber: Subscriber) => Source;
}

/** All sources. A new one is a file beside this one, and an entry here. */
export const sources = {
  oxr: {
    is: 'the configured service',
    base: usd,
    urlKey: 'base_url',
    url: 'https://openexchangerates.org/api',
    open: openExchangeRates,
  },
  ecb: {
    is: 'the European Central Bank',
    base: euro,
    urlKey: 'ecb_url',
    url: 'https://www.ecb.europa.eu',
    open: centralBank,
  },
  bdi: {
    is: "the Banca d'Italia",
    base: euro,
    urlKey: 'bdi_url',
    url: 'https://tassidicambio.bancaditalia.it/terzevalute-wf-web/rest/v1.0',
    open: bankOfItaly,
  },
  nbp: {
    is: 'the Narodowy Bank Polski',
    base: zloty,
    urlKey: 'nbp_url',
    url: 'https://api.nbp.pl',
    open: bankOfPoland,
  },
} as const satisfies Record<string, SourceKind>;

export type SourceName = keyof typeof sources;

export const sourceNames = Object.keys(sources) as SourceName[];

/** The one that a key is for. */
export const serviceName: SourceName = 'oxr';

export type UrlKey = (typeof sources)[SourceName]['urlKey'];

/** The sources without a key that `auto` tries: the first one that has all currencies. */
export const banksOfAuto: readonly [SourceName, ...SourceName[]] = ['ecb', 'bdi'];

/** The choices of `--source`; `auto`, the default, is the service if a key is set, else a central bank. */
export type SourceChoice = SourceName | 'auto';

export const sourceChoices: readonly SourceChoice[] = [...sourceNames, 'auto'];

/** For help: `oxr (the configured service), ecb (the European Central Bank) or auto (default: …)`. */
export const sourcesInWords = either([
  ...sourceNames.map((name) => `${name} (${sources[name].is})`),
  `auto (default: oxr with a key or stored days of it, else ${either(banksOfAuto)})`,
]);

/** The default of `base`, for help: `USD; ecb: EUR`. */
export const basesInWords = sourceNames
  .map((name) => (name === serviceName ? sources[name].base : `${name}: ${sources[name].base}`))
  .join('; ');
