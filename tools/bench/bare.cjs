// What a script of a few lines makes of stored days, without any check: CSV.
// node bare.cjs <folder> <first> <last>
const { readdirSync, readFileSync, writeSync } = require('node:fs');

const [folder, first, last] = process.argv.slice(2);

const days = readdirSync(folder)
  .map((name) => name.slice(0, 10))
  .filter((day) => first <= day && day <= last)
  .sort();

writeSync(1, 'date,base,quote,rate\n');
for (const day of days) {
  const { rates } = JSON.parse(readFileSync(`${folder}/${day}.json`, 'utf8'));
  let text = '';
  for (const code in rates) text += `${day},USD,${code},${rates[code]}\n`;
  writeSync(1, text);
}
