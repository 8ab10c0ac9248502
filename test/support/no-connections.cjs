// Preloaded: opening a connection ends the process; it may still accept connections.
require('node:net').Socket.prototype.connect = () => process.abort();
