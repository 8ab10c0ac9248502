import type { Failure } from '../errors.ts';
import { withoutSecrets } from '../secrets.ts';
import { StderrReporter } from './reporter.ts';

/** What a run says, for an answer that has it as data. */
export class CollectedWords extends StderrReporter {
  readonly notes: string[] = [];
  readonly warnings: string[] = [];
  /** Currencies that an amount could not be converted to. */
  readonly missingCurrencies: string[] = [];
  /** What was asked for and is not there. */
  lacking: Failure | undefined;

  override note(text: string): void {
    this.notes.push(this.fit(text));
  }

  override problem(text: string): void {
    this.warnings.push(this.fit(withoutSecrets(text)));
  }

  override missing(name: string, why: string | undefined): void {
    this.missingCurrencies.push(name);
    super.missing(name, why);
  }

  override lack(failure: Failure): void {
    this.lacking ??= failure;
  }
}
