// Preloaded: on exit, writes the names of the program's files that were loaded to the file LOADED_TO.
const fs = require('node:fs');
const { basename } = require('node:path');
const vm = require('node:vm');
const names = [];
vm.Script = class extends vm.Script {
  constructor(code, options) {
    super(code, options);
    names.push(basename(options.filename));
  }
};
process.on('exit', () => fs.writeFileSync(process.env.LOADED_TO, names.join('\n')));
