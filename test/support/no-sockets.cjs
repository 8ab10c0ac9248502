// Loaded before the program: whoever opens a connection or looks up a name ends it at once.
const fail = () => process.abort();
require('node:net').Socket.prototype.connect = fail;
require('node:dns').lookup = fail;
