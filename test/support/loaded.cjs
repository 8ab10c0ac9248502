// Preloaded: on exit, writes the names of the program's files that were read to the file LOADED_TO.
const fs = require('node:fs');
const { basename, dirname } = require('node:path');
const { readFileSync } = fs;
const names = [];
fs.readFileSync = (path, ...options) => {
  if (basename(dirname(String(path))) === 'dist') names.push(basename(path));
  return readFileSync(path, ...options);
};
process.on('exit', () => fs.writeFileSync(process.env.LOADED_TO, names.join('\n')));
