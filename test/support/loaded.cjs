// Loaded before the program: at its end, the names of the files that it has loaded go to the file LOADED_TO.
const { writeFileSync } = require('node:fs');
const { basename } = require('node:path');
const files = () => Object.keys(require.cache).map((path) => basename(path));
process.on('exit', () => writeFileSync(process.env.LOADED_TO, files().join('\n')));
