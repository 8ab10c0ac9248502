// Preloaded: deletes the file VANISHES as soon as it has been listed.
const fs = require('node:fs');
const { basename } = require('node:path');
const { readdirSync } = fs;
fs.readdirSync = (...args) => {
  const names = readdirSync(...args);
  if (names.includes(basename(process.env.VANISHES))) fs.rmSync(process.env.VANISHES);
  return names;
};
