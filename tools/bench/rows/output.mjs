import { join } from 'node:path';
import { Machine } from '../measure.mjs';
import { early, hold, noRealDays } from './real-days.mjs';

const bare = join(import.meta.dirname, '../bare.cjs');
const range = ['1999-01-01', '2012-06-24'];
const all = ['series', ...range, '-s', '*', '--offline'];
const few = ['series', ...range, '-b', 'CHF', '-s', 'EUR,GBP,JPY', '--wide', '--offline'];

// 3: five days are missing, and some rates are odd
const row = (work, args, { withPeak = false } = {}) => ({
  work,
  against: 'a bare loop',
  withPeak,
  ours: ({ machine }) => machine.ratebook(args(machine), { expect: 3, withPeak }),
  other: ({ machine, folder }) => machine.node([bare, folder, ...range]),
});

/** Long outputs of stored days, all beside the same loop over their files. */
export const output = {
  missing: noRealDays,

  rows: [
    row('390,566 rates as CSV', () => [...all, '-f', 'csv']),
    row('as JSON', () => [...all, '-f', 'json']),
    row('3 symbols in CHF, wide', () => [...few, '-f', 'csv']),
    row('as Parquet', (machine) => [...all, '-o', machine.file('all.parquet')], { withPeak: true }),
    row('means of months', () => [...all, '--every', 'month', '-f', 'csv']),
    row('`store check`', () => ['store', 'check']),
  ],

  async open() {
    const machine = new Machine();
    return { machine, folder: await hold(machine, [early]) };
  },
};
