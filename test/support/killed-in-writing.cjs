// Preloaded: kills the process after it has written a temporary file, before the rename.
const kill = () => process.kill(process.pid, 'SIGKILL');
require('node:fs').renameSync = kill;
require('node:fs/promises').rename = kill;
