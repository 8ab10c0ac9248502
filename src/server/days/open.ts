import { DailyBudget } from './daily-budget.ts';
import { SharedDays, type SharedOptions } from './shared-days.ts';

export interface ServedDays {
  readonly plain: SharedDays;
  /** With the alternative currencies; the plain days where the source has no others. */
  readonly alternative: SharedDays;
  /** Of both. */
  readonly budget: DailyBudget;
}

interface Opening extends Omit<SharedOptions, 'holdings' | 'library' | 'budget'> {
  readonly hasAlternative: boolean;
  /** Requests that may be spent in a UTC day. */
  readonly most: number;
  readonly openLibrary: (alternative: boolean) => Promise<Pick<SharedOptions, 'holdings' | 'library'>>;
}

/** @throws Failure if the store cannot be opened */
export async function openServed(opening: Opening): Promise<ServedDays> {
  const { hasAlternative, most, openLibrary, ...options } = opening;
  const budget = new DailyBudget(most, options.now);
  const open = async (alternative: boolean) =>
    new SharedDays({ ...options, budget, ...(await openLibrary(alternative)) });

  const plain = await open(false);
  const alternative = hasAlternative ? await open(true) : plain;
  return { plain, alternative, budget };
}
