export const takeNames = ['mean', 'last', 'first', 'min', 'max'] as const;

export type Take = (typeof takeNames)[number];
