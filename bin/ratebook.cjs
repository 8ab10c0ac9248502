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
  const { readFileSync } = require('node:fs');
  const { join } = require('node:path');
  const { Script } = require('node:vm');

  const dist = join(__dirname, '../dist');
  const filename = join(dist, 'start.cjs');
  const run = new Script(readFileSync(filename, 'latin1'), { filename }).runInThisContext();
  run(exports, require, module, dist);
  exports.start(process);
}
