// Preloaded: on exit, writes the names of all loaded files to the file LOADED_TO.
const { writeFileSync } = require('node:fs');
const { basename } = require('node:path');
const files = () => Object.keys(require.cache).map((path) => basename(path));
process.on('exit', () => writeFileSync(process.env.LOADED_TO, files().join('\n')));
