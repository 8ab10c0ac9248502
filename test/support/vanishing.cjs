// Preloaded: deletes the file VANISHES as soon as it has been listed.
const { promises, rmSync } = require('node:fs');
const { basename } = require('node:path');
const { readdir } = promises;
promises.readdir = async (...args) => {
  const names = await readdir(...args);
  if (names.includes(basename(process.env.VANISHES))) rmSync(process.env.VANISHES);
  return names;
};
