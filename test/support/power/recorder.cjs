// Preloaded: writes each change that the program makes to files below RECORD_ROOT, and what it prints, to RECORD_LOG.
const fs = require('node:fs');
const childProcess = require('node:child_process');

const real = { ...fs };
const log = real.openSync(process.env.RECORD_LOG, 'a');
let last = 0;
const open = new Set();
/** Node writes a whole file by `writeSync`. */
let isOwnWrite = false;

const record = (...event) => real.writeSync(log, `${JSON.stringify(event)}\n`);
const isOurs = (path) => typeof path === 'string' && path.startsWith(process.env.RECORD_ROOT);
const isThere = (path) => real.lstatSync(path, { throwIfNoEntry: false }) !== undefined;

fs.openSync = (path, flags = 'r', ...rest) => {
  const fd = real.openSync(path, flags, ...rest);
  if (isOurs(path)) {
    open.add(fd);
    record('open', fd, path, flags);
  }
  return fd;
};
fs.closeSync = (fd) => {
  real.closeSync(fd);
  if (open.delete(fd)) record('close', fd);
};
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
fs.writeSync = (fd, data, offset, length, position) => {
  const written = real.writeSync(fd, data, offset, length, position);
  if (open.has(fd) && !isOwnWrite)
    record('write', fd, data.subarray(offset, offset + written).toString('base64'), position);
  return written;
};
fs.ftruncateSync = (fd, length) => {
  real.ftruncateSync(fd, length);
  if (open.has(fd)) record('truncate', fd, length);
};
fs.renameSync = (from, to) => {
  real.renameSync(from, to);
  if (isOurs(from)) record('rename', from, to);
};
fs.mkdirSync = (path, ...rest) => {
  const made = real.mkdirSync(path, ...rest);
  if (isOurs(path)) record('mkdir', path);
  return made;
};
fs.rmSync = (path, ...rest) => {
  const isRemoved = isOurs(path) && isThere(path);
  real.rmSync(path, ...rest);
  if (isRemoved) record('remove', path);
};
fs.fsyncSync = (fd) => {
  const id = open.has(fd) ? ++last : 0;
  if (id) record('flush', id, fd);
  real.fsyncSync(fd);
  if (id) record('flushed', id);
};
fs.fsync = (fd, done) => {
  const id = open.has(fd) ? ++last : 0;
  if (id) record('flush', id, fd);
  real.fsync(fd, (error) => {
    if (id && !error) record('flushed', id);
    done(error);
  });
};

const { promises } = fs;
const { open: openFile } = promises;
promises.open = async (path, flags = 'r', ...rest) => {
  const handle = await openFile(path, flags, ...rest);
  if (flags !== 'r' && isOurs(path)) throw new Error(`not recorded: ${path} is written through a handle`);
  return handle;
};
const others = ['rename', 'unlink', 'writeFile', 'mkdir', 'truncate', 'copyFile', 'link', 'symlink', 'rm'];
for (const [api, name] of [
  ...others.flatMap((name) => [
    [fs, name],
    [promises, name],
  ]),
])
  api[name] = (path) => {
    throw new Error(`not recorded: ${name} ${path}`);
  };

const { execFile } = childProcess;
childProcess.execFile = (command, args, done) => {
  if (command !== 'sync') return execFile(command, args, done);
  const id = ++last;
  record('flush all', id);
  return execFile(command, args, (error, ...rest) => {
    if (!error) record('flushed', id);
    done(error, ...rest);
  });
};

const write = process.stdout.write;
process.stdout.write = (text, ...rest) => {
  record('said', String(text));
  return write.call(process.stdout, text, ...rest);
};
