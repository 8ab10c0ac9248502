import type { FormatName } from '../output/formats.ts';
import type { Take } from '../periods/figures.ts';
import type { Every } from '../periods/period.ts';
import type { DecimalMark } from '../rates/decimal.ts';
import type { VoiceOptions } from '../report/reporter.ts';

export interface FetchOptions extends VoiceOptions {
  readonly showAlternative?: true;
  readonly format?: FormatName | undefined;
  readonly dryRun?: true;
  readonly maxCost?: number;
  readonly concurrency?: string;
  readonly demo?: true;
}

export interface RatesOptions extends FetchOptions {
  readonly base?: string;
  readonly symbols?: string;
  readonly invert?: true;
  readonly output?: string;
  /** False under --no-header. */
  readonly header?: boolean | undefined;
  readonly wide?: true;
  readonly decimal?: DecimalMark;
  readonly summary?: true;
  readonly every?: Every;
  readonly take?: Take;
  readonly weekdays?: true;
  /** False under --no-pager. */
  readonly pager: boolean;
  readonly yes?: true;
  /** False under --no-store, which --raw implies. */
  readonly store: boolean;
  readonly refresh?: true;
  readonly offline?: true;
  readonly raw?: true;
  readonly prettyprint?: true;
}
