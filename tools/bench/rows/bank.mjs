import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Machine } from '../measure.mjs';
import { bankFile, noRealDays } from './real-days.mjs';

const bare = join(import.meta.dirname, '../bare-bank.cjs');
const first = ['historical', '2026-04-13', '--source', 'ecb', '-s', 'USD', '-f', 'csv'];

/** The first time that the central bank is asked: all of its days come, and are stored. */
export const bank = {
  missing: noRealDays,

  rows: [
    {
      work: 'first file of the bank, 6,983 days',
      against: 'unzipping and parsing it',
      ours: ({ machine }) => machine.ratebook(first, { env: { HOME: machine.newHome() } }),
      other: ({ machine }) => machine.node([bare, bankFile]),
    },
  ],

  async open() {
    const machine = new Machine();
    const zip = readFileSync(bankFile);
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/zip' }).end(zip),
    );
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    machine.env.RATEBOOK_ECB_URL = `http://127.0.0.1:${server.address().port}/eurofxref-hist.zip`;
    return { machine, close: () => server.close() };
  },
};
