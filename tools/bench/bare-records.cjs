// Reads a CSV file as csv-parse does. node bare-records.cjs <file>
const { createReadStream } = require('node:fs');
const { parse } = require('csv-parse');

createReadStream(process.argv[2])
  .pipe(parse({ info: true }))
  .resume();
