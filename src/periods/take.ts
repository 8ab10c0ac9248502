export const takeNames = ['mean', 'last', 'first', 'min', 'max'] as const;

/** Which figure of a period is wanted. */
export type Take = (typeof takeNames)[number];
