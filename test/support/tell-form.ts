import { isWhole, seed } from './whole.ts';

/** Says before all tests what the run leaves out, and how to have it. */
export function setup(): void {
  const form = isWhole ? 'whole' : 'small: fewer power cuts, kills, nights, real days; RATEBOOK_TESTS=whole for all';
  console.info(`form: ${form}\nseed: ${seed} (RATEBOOK_SEED)`);
}
