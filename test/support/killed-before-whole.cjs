// Preloaded: kills the process when it has written all of an output file, and not yet brought it to disk.
const promises = require('node:fs/promises');
const { open } = promises;
const sync = () => process.kill(process.pid, 'SIGKILL');
promises.open = async (...args) => Object.assign(await open(...args), { sync });
