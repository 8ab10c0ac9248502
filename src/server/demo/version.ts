/** Raise this when any of the demonstration's rates changes: stored days of different versions must not mix. */
export const demoVersion = 1;
