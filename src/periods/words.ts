import type { Periods, Take } from './figures.ts';

const figureNames = {
  mean: 'mean rate',
  last: 'last rate',
  first: 'first rate',
  min: 'lowest rate',
  max: 'highest rate',
} satisfies Record<Take, string>;

/** `the mean rate of each month, Monday to Friday` */
export function figureInWords({ take, every, weekdays }: Periods): string {
  return `the ${figureNames[take]} of each ${every}${weekdays ? ', Monday to Friday' : ''}`;
}
