// Wine sets the folders of the user by itself, and cannot keep alive what is not connected yet.
require('node:net').Socket.prototype.setKeepAlive = function () {
  return this;
};
for (const name of ['USERPROFILE', 'APPDATA', 'LOCALAPPDATA']) process.env[name] = process.env[`TEST_${name}`];
