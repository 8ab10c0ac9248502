import type { Spending } from '../../fetch/consent.ts';
import type { Document } from '../../output/format.ts';
import type { FormatName } from '../../output/formats.ts';
import type { Newest } from '../../run/newest.ts';
import type { DaysOfRun } from './fixed-days.ts';
import type { Showing } from './options.ts';
import type { View } from './view.ts';

/** What to write of which days, and how. */
export interface Job extends Spending {
  readonly library: Pick<DaysOfRun, 'batches' | 'units' | 'stateOf'>;
  readonly kind: Document['kind'];
  /** What `latest` is about. */
  readonly newest: Newest | undefined;
  readonly view: View;
  readonly terms: Showing;
  readonly format: FormatName;
}
