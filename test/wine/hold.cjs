// Opens a file that nobody else may open meanwhile, and says so in another file, until that one is removed.
const { closeSync, constants, existsSync, openSync, writeFileSync } = require('node:fs');

const [path] = process.argv.slice(2);
const unshared = 0x10000000;
const file = openSync(path, constants.O_RDWR | unshared);
writeFileSync(`${path}.held`, '');
const looking = setInterval(() => {
  if (existsSync(`${path}.held`)) return;
  closeSync(file);
  clearInterval(looking);
}, 20);
