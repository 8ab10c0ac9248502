import type { Given } from '../definition.ts';
import { inStore, run, voice, what } from '../options.ts';

export const options = [
  what.source,
  () => inStore('--offline', 'answer from stored days only; never open a connection'),
  run.demo,
  ...voice,
] as const;

export type Serving = Given<typeof options>;
