import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BankDays, startBank } from './bank.ts';
import { bankOfItaly } from './bank-of-italy.ts';
import { bankOfPoland, tableOf } from './bank-of-poland.ts';
import { cases } from './cases.ts';

/** By the European Central Bank: dollars and pounds of 2023, dollars of June 2024, and some other days. */
const published: BankDays = {
  ...daysIn('ecb-2023.txt'),
  '2024-01-15': { USD: '1.0945', JPY: '159.67', GBP: '0.86075' },
  '2024-01-16': { USD: '1.0882', JPY: '159.64', GBP: '0.86078' },
  '2024-01-17': { USD: '1.0877', JPY: '160.65', GBP: '0.85818' },
  '2024-01-18': { USD: '1.0875', JPY: '160.89', GBP: '0.85773' },
  '2024-01-19': { USD: '1.0887', JPY: '161.17', GBP: '0.85825' },
  '2024-11-18': { USD: '1.0552', JPY: '163.74', GBP: '0.8356' },
  '2024-11-19': { USD: '1.0578', JPY: '162.71', GBP: '0.83638' },
  ...dollars(`
    2024-06-03 = 1.0842  2024-06-04 = 1.0865  2024-06-05 = 1.0872
    2024-06-06 = 1.0865  2024-06-07 = 1.0898  2024-06-10 = 1.0756  2024-06-11 = 1.073   2024-06-12 = 1.0765
    2024-06-13 = 1.0784  2024-06-14 = 1.0686  2024-06-17 = 1.0712  2024-06-18 = 1.0715  2024-06-19 = 1.0749
    2024-06-20 = 1.0719  2024-06-21 = 1.0688  2024-06-24 = 1.073   2024-06-25 = 1.0714  2024-06-26 = 1.0689
    2024-06-27 = 1.0696  2024-06-28 = 1.0705  2024-07-01 = 1.0745
  `),
};

/** A month a line: of each day the dollars and pounds. */
function daysIn(name: string): BankDays {
  const days = readFileSync(join(import.meta.dirname, name), 'utf8')
    .trim()
    .split(/\n| {2}/);
  return Object.fromEntries(
    days.map((text) => {
      const [day = '', USD = '', GBP = ''] = text.split(' ');
      return [day, { USD, GBP }];
    }),
  );
}

function dollars(table: string): BankDays {
  return Object.fromEntries(cases(table).map(([day = '', USD = '']) => [day, { USD }]));
}

/** The dirham by the Banca d'Italia, which has the currencies above, too. */
const dirhams: Readonly<Record<string, string>> = { '2024-01-19': '3.9983', '2026-02-10': '4.3681' };

const tables: Readonly<Record<string, { no: string; USD: number }>> = {
  '2026-03-02': { no: '041/A/NBP/2026', USD: 3.6056 },
  '2026-03-03': { no: '042/A/NBP/2026', USD: 3.682 },
};

/** The banks with what they published on the days that the pages show, as variables of the program. */
export async function banksOfReaders(): Promise<Record<string, string>> {
  const { url } = await startBank(published);
  const italy = await bankOfItaly();
  const poland = await bankOfPoland();
  italy.bank.figuresOn = (day) => Object.entries({ ...published[day], AED: dirhams[day] ?? 'N.A.' });
  poland.bank.publishes = (day) => day in tables;
  poland.bank.tableOn = (day) => tableOf(day, { USD: tables[day]?.USD ?? 0 }, tables[day]?.no);
  poland.bank.last = '2026-03-05';
  return {
    RATEBOOK_ECB_URL: url,
    RATEBOOK_BDI_URL: italy.machine.env.RATEBOOK_BDI_URL ?? '',
    RATEBOOK_NBP_URL: poland.machine.env.RATEBOOK_NBP_URL ?? '',
  };
}
