// Preloaded: kills the process after it has written a temporary file, before the rename.
require('node:fs').renameSync = () => process.kill(process.pid, 'SIGKILL');
