import { dayLength } from '../../calendar/day.ts';
import { failureIn } from '../../errors.ts';
import type { Listener, Subscriber } from '../source.ts';
import { refusal } from './known-plans.ts';
import type { OwnUsage } from './usage.ts';

/** Whether the plan has time series. */
export interface Series {
  /** Undefined if not known. */
  allowed(): boolean | undefined;
  refused(): void;
}

interface LearningSeries extends Series {
  learn(usage: Pick<OwnUsage, 'timeSeries'>): void;
}

/** A refusal counts for a day, also in later runs. */
export function seriesOf(
  account: string,
  { state, now }: Pick<Subscriber, 'state' | 'now'>,
  { onDetail, onTrouble }: Pick<Listener, 'onDetail' | 'onTrouble'>,
): LearningSeries {
  const remembered = refusal(state, account);
  let known: Pick<OwnUsage, 'timeSeries'> | undefined;
  let refusedAt = Number.NEGATIVE_INFINITY;
  const isRefused = () => now() - refusedAt < dayLength;
  const wasRefused = () => Math.abs(now() - (remembered.read() ?? Number.NaN)) < dayLength;

  return {
    allowed() {
      if (isRefused()) return false;
      return known?.timeSeries ?? (wasRefused() ? false : undefined);
    },

    learn(usage) {
      known = usage;
    },

    refused() {
      if (isRefused()) return;
      onDetail('this plan has no time series: days are requested one by one, at the same cost');
      refusedAt = now();
      if (!known && wasRefused()) return;
      // where that fails, a later run may find out with one more request
      void remembered
        .remember(new Date(refusedAt).toISOString(), 'later')
        .catch((error) => onTrouble(failureIn(error)));
    },
  };
}
