// Another member of the group that shares a folder: puts a link to `target` in the place of each file, or of each
// folder, that appears in it.
const fs = require('node:fs');
const path = require('node:path');

const [, , shared, kind, target] = process.argv;
let taken = 0;

function lookIn(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.name.startsWith('taken-') || entry.isSymbolicLink()) continue;
    if (entry.isDirectory() !== (kind === 'folder')) {
      if (entry.isDirectory()) lookIn(at);
      continue;
    }
    fs.renameSync(at, path.join(folder, `taken-${taken++}`));
    fs.symlinkSync(target, at);
  }
}

function look() {
  try {
    lookIn(shared);
  } catch {
    // gone meanwhile
  }
  setTimeout(look, 1);
}

look();
process.stdout.write('ready\n');
