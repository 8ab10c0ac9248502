// Loaded before the program: it is killed when it has written a file beside the place of that.
require('node:fs').renameSync = () => process.kill(process.pid, 'SIGKILL');
