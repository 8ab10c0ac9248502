/** Whether what takes minutes runs in full, as in CI, or in a small form. */
export const isWhole = process.env.RATEBOOK_TESTS === 'whole';
export const inWhole = <T>(whole: T, small: T): T => (isWhole ? whole : small);

/** Of all that is random; the same each time, but for CI, which takes a new one. */
export const seed = Number(process.env.RATEBOOK_SEED ?? 1);
