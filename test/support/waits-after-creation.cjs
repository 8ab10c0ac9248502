// Gives another process time for what it does to a file or folder that has just been made.
const fs = require('node:fs');

const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);

for (const name of ['openSync', 'mkdirSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    const made = real(...args);
    if (name === 'mkdirSync' || args[1] === 'wx') wait();
    return made;
  };
}
