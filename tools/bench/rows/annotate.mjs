import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Machine } from '../measure.mjs';
import { early, hold, late, noRealDays } from './real-days.mjs';

const bare = join(import.meta.dirname, '../bare-records.cjs');
const rowCount = 300_000;
const codes = ['USD', 'GBP', 'JPY', 'CHF'];
const columns = ['--date', 'Date', '--amount', 'Amount', '--from', 'Currency', '--to', 'EUR'];

const row = (work, file) => ({
  work: `300,000 transactions, ${work}`,
  against: 'csv-parse with `info`',
  ours({ machine }) {
    const written = ['-o', machine.file('euro.csv')];
    return machine.ratebook(['annotate', machine.file(file), ...columns, '--offline', ...written]);
  },
  other: ({ machine }) => machine.node([bare, machine.file(file)]),
});

/** Files of transactions, each with an amount of its own. */
export const annotate = {
  missing: noRealDays,

  rows: [row('days of 21 years', '21-years.csv'), row('days of 3 years', '3-years.csv')],

  async open() {
    const machine = new Machine();
    const names = readdirSync(await hold(machine, [early, late])).sort();
    const days = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, 10));
    writeTransactions(machine.file('21-years.csv'), days);
    const few = days.filter((day) => '2021' < day && day < '2024');
    writeTransactions(machine.file('3-years.csv'), few);
    return { machine };
  },
};

function writeTransactions(path, days) {
  let text = 'Date,Text,Amount,Currency\n';
  for (let at = 0; at < rowCount; at++) {
    // a multiple of one prime, modulo another: no amount comes twice
    const amount = ((at * 7919) % 1_000_003) / 100;
    text += `${days[(at * 31) % days.length]},"Invoice, number ${at}",${amount.toFixed(2)},${codes[at % 4]}\n`;
  }
  writeFileSync(path, text);
}
