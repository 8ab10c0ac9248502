import { serveAttacked } from './attacked.mjs';
import { books } from './books.mjs';
import { fetching } from './fetching.mjs';
import { growth } from './growth.mjs';
import { rows } from './rows.mjs';
import { serveLoad } from './serve.mjs';
import { startUp } from './start-up.mjs';
import { markdown, writeToPage } from './table.mjs';

const cases = [];
for (const measure of [startUp, fetching, rows, serveLoad]) {
  console.error(`measuring ${measure.name}`);
  cases.push(...(await measure()));
}
const table = markdown(cases);
console.log(`\nNode ${process.version}\n\n${table}`);
if (process.argv.includes('--write')) writeToPage(table);
await growth();
await books();
await serveAttacked();
