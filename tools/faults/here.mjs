import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Node 20 optimizes undici's WebAssembly as soon as it is loaded, which takes longer than most runs. */
const nodeOptions = process.version.startsWith('v20.') ? ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] : [];

/** The system that the harness itself runs on. */
export const here = {
  /** Seconds within which a program has surely read an answer that has come. */
  shortTimeout: 2,

  /** Folders of a user, and the variables that say so. */
  homeIn(root) {
    const folder = (name) => join(root, name);
    const [config, data, state, tmp] = ['config', 'data', 'state', 'tmp'].map(folder);
    const env = { HOME: root, TMPDIR: tmp, XDG_CONFIG_HOME: config, XDG_DATA_HOME: data, XDG_STATE_HOME: state };
    return { root, configFile: join(config, 'ratebook/config.json'), data, state, tmp, env };
  },

  start(args, options) {
    const child = spawn(process.execPath, [...nodeOptions, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const parts = { stdout: [], stderr: [] };
    for (const name of ['stdout', 'stderr']) child[name].on('data', (bytes) => parts[name].push(bytes));
    return { child, signal: (name) => child.kill(name), printed: (name) => Buffer.concat(parts[name]) };
  },

  end() {},
};
