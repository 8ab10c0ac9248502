#!/usr/bin/env node
// Read by any Node.js, however old.
const needed = [20, 18, 1];
const found = process.versions.node.split('.').map(Number);
const differs = needed.findIndex((number, at) => number !== found[at]);

if (differs === -1 || found[differs] > needed[differs]) start();
else {
  const version = needed.join('.');
  console.error(`ratebook: Node.js ${version} or later is needed, not ${process.versions.node}`);
  process.exitCode = 1;
}

/** Not by `require`, which would look for a package first. */
function start() {
  const fs = require('node:fs');
  const path = require('node:path');
  const vm = require('node:vm');

  const dist = path.join(__dirname, '../dist');
  const filename = path.join(dist, 'start.cjs');
  const script = new vm.Script(fs.readFileSync(filename, 'latin1'), { filename: filename });
  script.runInThisContext()(exports, require, module, dist);
  exports.start(process);
}
