const { join, resolve } = require('node:path');

// Wine cannot keep alive what is not connected yet
require('node:net').Socket.prototype.setKeepAlive = function () {
  return this;
};

// nor leaves the folders of the user as they are given
const home = resolve(process.env.TEST_HOME);
const local = join(home, 'AppData', 'Local');
Object.assign(process.env, {
  USERPROFILE: home,
  APPDATA: join(home, 'AppData', 'Roaming'),
  LOCALAPPDATA: local,
  TEMP: join(local, 'Temp'),
});
