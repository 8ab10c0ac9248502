// Preloaded: writes each change that the program makes to files below RECORD_ROOT, and what it prints, to RECORD_LOG.
const fs = require('node:fs');
const childProcess = require('node:child_process');

const real = { ...fs };
const log = real.openSync(process.env.RECORD_LOG, 'a');
const record = (...event) => real.writeSync(log, `${JSON.stringify(event)}\n`);
const isOurs = (path) => typeof path === 'string' && path.startsWith(process.env.RECORD_ROOT);
const open = new Set();
let last = 0;
/** Node writes a whole file by `writeSync`. */
let isOwnWrite = false;

/** Each call of a function, once the system has done it. */
function after(name, then) {
  fs[name] = (...args) => {
    const result = real[name](...args);
    then(result, ...args);
    return result;
  };
}

after('openSync', (fd, path, flags = 'r') => isOurs(path) && open.add(fd) && record('open', fd, path, flags));
after('closeSync', (_, fd) => open.delete(fd) && record('close', fd));
after('ftruncateSync', (_, fd, length) => open.has(fd) && record('truncate', fd, length));
after('renameSync', (_, from, to) => isOurs(from) && record('rename', from, to));
after('mkdirSync', (_, path) => isOurs(path) && record('mkdir', path));
after('writeSync', (written, fd, data, offset, _length, position) => {
  if (!open.has(fd) || isOwnWrite) return;
  record('write', fd, data.subarray(offset, offset + written).toString('base64'), position);
});
fs.writeFileSync = (file, data, { flush, ...options } = {}) => {
  if (typeof file === 'number') {
    isOwnWrite = true;
    real.writeFileSync(file, data, options);
    isOwnWrite = false;
    if (open.has(file)) record('write', file, Buffer.from(data).toString('base64'));
    if (flush) fs.fsyncSync(file);
    return;
  }
  const fd = fs.openSync(file, 'w');
  fs.writeFileSync(fd, data);
  fs.closeSync(fd);
};
fs.rmSync = (path, ...rest) => {
  const isRemoved = isOurs(path) && real.lstatSync(path, { throwIfNoEntry: false });
  real.rmSync(path, ...rest);
  if (isRemoved) record('remove', path);
};

/** To be called when the flush is over. */
function flush(what, ...file) {
  const id = ++last;
  record(what, id, ...file);
  return () => record('flushed', id);
}
const flushOf = (fd) => (open.has(fd) ? flush('flush', fd) : () => {});
fs.fsyncSync = (fd) => {
  const flushed = flushOf(fd);
  real.fsyncSync(fd);
  flushed();
};
fs.fsync = (fd, done) => {
  const flushed = flushOf(fd);
  real.fsync(fd, (error) => {
    if (!error) flushed();
    done(error);
  });
};
const { execFile } = childProcess;
childProcess.execFile = (command, args, done) => {
  if (command !== 'sync') return execFile(command, args, done);
  const flushed = flush('flush all');
  return execFile(command, args, (error, ...rest) => {
    if (!error) flushed();
    done(error, ...rest);
  });
};

function notRecorded(what, path) {
  throw new Error(`not recorded: ${what} ${path}`);
}
const { promises } = fs;
const { open: openFile } = promises;
promises.open = async (path, flags = 'r', ...rest) =>
  flags !== 'r' && isOurs(path) ? notRecorded('open', path) : openFile(path, flags, ...rest);
for (const name of ['rename', 'unlink', 'writeFile', 'mkdir', 'truncate', 'copyFile', 'link', 'symlink', 'rm'])
  for (const api of [fs, promises]) api[name] = (path) => notRecorded(name, path);

const { write } = process.stdout;
process.stdout.write = (text, ...rest) => {
  record('said', String(text));
  return write.call(process.stdout, text, ...rest);
};
