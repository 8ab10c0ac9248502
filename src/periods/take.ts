const takes = ['mean', 'last', 'first', 'min', 'max'] as const;

export type Take = (typeof takes)[number];

export const takeNames = ['mean', 'last', 'first', 'low', 'high', 'min', 'max'] as const;

export type TakeName = (typeof takeNames)[number];

export function takeNamed(name: TakeName): Take {
  if (name === 'low') return 'min';
  return name === 'high' ? 'max' : name;
}

/** As tables have it. */
export function nameOfTake(take: Take): Exclude<TakeName, 'min' | 'max'> {
  if (take === 'min') return 'low';
  return take === 'max' ? 'high' : take;
}
