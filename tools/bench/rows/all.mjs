import { annotate } from './annotate.mjs';
import { bank } from './bank.mjs';
import { fetching } from './fetching.mjs';
import { output } from './output.mjs';
import { serving } from './serve.mjs';
import { startUp } from './start-up.mjs';

/**
 * What is measured together, on one stage. A row is a piece of ratebook's work and that of another, which takes
 * turns with it; its `figure` is `cpu` unless waiting is the thing (`wall`), and it `wantsIdle` if others on the
 * machine change the ratio. `missing` says why a group cannot be measured here.
 */
export const groups = [startUp, output, annotate, fetching, serving, bank];
