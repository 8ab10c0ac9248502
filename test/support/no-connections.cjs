// Loaded before the program: whoever opens a connection ends it at once; a server may still be asked.
require('node:net').Socket.prototype.connect = () => process.abort();
