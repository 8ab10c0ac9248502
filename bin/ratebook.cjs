#!/usr/bin/env node
// Read by any Node.js, however old.
const needed = [20, 18, 1];
const found = process.versions.node.split('.').map(Number);
const differs = needed.findIndex((number, at) => number !== found[at]);

if (differs === -1 || found[differs] > needed[differs]) require('../dist/start.cjs').start(process);
else {
  const version = needed.join('.');
  console.error(`ratebook: Node.js ${version} or later is needed, not ${process.versions.node}`);
  process.exitCode = 1;
}
