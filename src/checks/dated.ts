import { type Day, isWeekend, numberOf } from '../calendar/day.ts';

/** A day, with what the checks ask of it for each of its codes. */
export interface Dated {
  readonly day: Day;
  /** Days from 1970 to it. */
  readonly number: number;
  readonly isWeekend: boolean;
}

export const dated = (day: Day): Dated => ({ day, number: numberOf(day), isWeekend: isWeekend(day) });
