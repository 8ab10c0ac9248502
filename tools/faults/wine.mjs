import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const tests = join(import.meta.dirname, '../../test/wine');
const wine = join(tests, 'wine.sh');
const preload = join(tests, 'preload.cjs');

/** Windows, as far as Wine is one, with its `node.exe`; slow to set up. */
export function onWine(node) {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-wine-'));
  const prefix = join(folder, 'prefix');
  const manage = (word) => execFileSync(wine, [prefix, word], { stdio: 'ignore' });
  let runs = 0;
  manage('begin');

  return {
    shortTimeout: 10,

    homeIn(root) {
      const [local, roaming] = ['Local', 'Roaming'].map((name) => join(root, 'AppData', name));
      return {
        root,
        configFile: join(roaming, 'ratebook/Config/config.json'),
        data: join(local, 'ratebook/Data'),
        state: join(local, 'ratebook/State'),
        tmp: join(local, 'Temp'),
        env: { TEST_HOME: root },
      };
    },

    /** Wine has no use for pipes as standard streams, so those are files. */
    start(args, options) {
      const output = join(folder, `${++runs}`);
      const files = ['stdout', 'stderr'].map((name) => openSync(`${output}.${name}`, 'w'));
      const words = [prefix, node, '--require', preload, ...args];
      const child = spawn(wine, words, { ...options, stdio: ['ignore', ...files] });
      for (const file of files) closeSync(file);
      return {
        child,
        // Windows has no signals: there each ends a program at once
        signal: () => child.kill('SIGKILL'),
        printed(name) {
          const bytes = readFileSync(`${output}.${name}`);
          rmSync(`${output}.${name}`);
          return bytes;
        },
      };
    },

    end() {
      manage('end');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
