// Reads the numbers of the central bank's file, without any check. node bare-bank.cjs <zip>
const { readFileSync } = require('node:fs');
const { strFromU8, unzipSync } = require('fflate');

const [csv] = Object.values(unzipSync(readFileSync(process.argv[2])));
const days = new Map();
for (const line of strFromU8(csv).split('\n')) {
  const [day, ...cells] = line.split(',');
  days.set(day, cells.map(Number));
}
