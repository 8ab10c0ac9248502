import { homedir, userInfo } from 'node:os';
import { isAbsolute, posix, win32 } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

export type Places = Readonly<ReturnType<typeof places>>;

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  /** Undefined for a user without one. */
  readonly home: string | undefined;
}

export function homeFolder(): string | undefined {
  for (const find of [homedir, () => userInfo().homedir]) {
    try {
      const home = find();
      if (isAbsolute(home)) return home;
    } catch {
      // neither HOME nor an entry in the user database, as for the user of a container
    }
  }
  return undefined;
}

type Folder = string | undefined;

/** Undefined: there is no folder for it. What is in `cache` may be removed at any time. */
export function places({ platform, env, home }: Machine) {
  const { join } = platform === 'win32' ? win32 : posix;
  const under = (folder: Folder, ...names: string[]) => (folder === undefined ? undefined : join(folder, ...names));
  if (platform === 'darwin') {
    const library = (...names: string[]) => under(home, 'Library', ...names);
    return {
      configFile: library('Preferences', 'ratebook', 'config.json'),
      data: library('Application Support', 'ratebook'),
      state: library('Application Support', 'ratebook-state'),
      cache: library('Caches', 'ratebook'),
    };
  }
  if (platform === 'win32') {
    const roaming = env.APPDATA || under(home, 'AppData', 'Roaming');
    const local = env.LOCALAPPDATA || under(home, 'AppData', 'Local');
    return {
      configFile: under(roaming, 'ratebook', 'Config', 'config.json'),
      data: under(local, 'ratebook', 'Data'),
      state: under(local, 'ratebook', 'State'),
      cache: under(local, 'ratebook', 'Cache'),
    };
  }
  const folder = (variable: string, ...fallback: string[]) => {
    const given = env[variable];
    // the XDG specification ignores relative paths
    return under(given && posix.isAbsolute(given) ? given : under(home, ...fallback), 'ratebook');
  };
  return {
    configFile: under(folder('XDG_CONFIG_HOME', '.config'), 'config.json'),
    data: folder('XDG_DATA_HOME', '.local', 'share'),
    state: folder('XDG_STATE_HOME', '.local', 'state'),
    cache: folder('XDG_CACHE_HOME', '.cache'),
  };
}

/** By which each kind of folder can be moved, and so be had without a home. */
export function variableFor(kind: 'config' | 'data', platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'HOME';
  if (platform === 'win32') return kind === 'config' ? 'APPDATA' : 'LOCALAPPDATA';
  return kind === 'config' ? 'XDG_CONFIG_HOME' : 'XDG_DATA_HOME';
}
