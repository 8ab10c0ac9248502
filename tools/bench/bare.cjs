// What a script of a few lines makes of held days, without any check. node bare.cjs <job> <folder> <first> <last>
const { readdirSync, readFileSync, writeSync } = require('node:fs');

const [job, folder, first, last] = process.argv.slice(2);

const days = readdirSync(folder)
  .map((name) => name.slice(0, 10))
  .filter((day) => first <= day && day <= last)
  .sort();

const ratesOf = (day) => JSON.parse(readFileSync(`${folder}/${day}.json`, 'utf8')).rates;

const jobs = { csv, wide, json, means };

jobs[job]();

function csv() {
  writeSync(1, 'date,base,quote,rate\n');
  for (const day of days) {
    const rates = ratesOf(day);
    let text = '';
    for (const code in rates) text += `${day},USD,${code},${rates[code]}\n`;
    writeSync(1, text);
  }
}

function wide() {
  writeSync(1, 'date,base,GBP,JPY,CHF\n');
  for (const day of days) {
    const { EUR, GBP, JPY, CHF } = ratesOf(day);
    const cells = [GBP, JPY, CHF].map((rate) => Number((rate / EUR).toPrecision(10)));
    writeSync(1, `${day},EUR,${cells.join(',')}\n`);
  }
}

function json() {
  let before = `{\n  "start_date": "${first}",\n  "end_date": "${last}",\n  "base": "USD",\n  "rates": {`;
  for (const day of days) {
    const text = JSON.stringify(ratesOf(day), null, 2).replaceAll('\n', '\n    ');
    writeSync(1, `${before}\n    "${day}": ${text}`);
    before = ',';
  }
  writeSync(1, '\n  }\n}\n');
}

function means() {
  const months = new Map();
  for (const day of days) {
    const month = day.slice(0, 7);
    if (!months.has(month)) months.set(month, {});
    const sums = months.get(month);
    const rates = ratesOf(day);
    for (const code in rates) {
      sums[code] ??= { sum: 0, days: 0 };
      sums[code].sum += rates[code];
      sums[code].days++;
    }
  }
  writeSync(1, 'period,base,quote,rate,date,days\n');
  for (const [month, sums] of months) {
    let text = '';
    for (const code of Object.keys(sums).sort()) {
      const { sum, days } = sums[code];
      text += `${month},USD,${code},${Number((sum / days).toPrecision(10))},,${days}\n`;
    }
    writeSync(1, text);
  }
}
