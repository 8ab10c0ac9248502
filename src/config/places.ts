import { posix, win32 } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Places {
  readonly configFile: string;
  readonly data: string;
  readonly state: string;
  /** May be removed at any time. */
  readonly cache: string;
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  readonly home: string;
}

export function places({ platform, env, home }: Machine): Places {
  if (platform === 'darwin') {
    const library = posix.join(home, 'Library');
    return {
      configFile: posix.join(library, 'Preferences', 'ratebook', 'config.json'),
      data: posix.join(library, 'Application Support', 'ratebook'),
      state: posix.join(library, 'Application Support', 'ratebook-state'),
      cache: posix.join(library, 'Caches', 'ratebook'),
    };
  }
  if (platform === 'win32') {
    const roaming = env.APPDATA || win32.join(home, 'AppData', 'Roaming');
    const local = env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local');
    return {
      configFile: win32.join(roaming, 'ratebook', 'Config', 'config.json'),
      data: win32.join(local, 'ratebook', 'Data'),
      state: win32.join(local, 'ratebook', 'State'),
      cache: win32.join(local, 'ratebook', 'Cache'),
    };
  }
  const folder = (variable: string, ...fallback: string[]) => {
    const given = env[variable];
    // the XDG specification ignores relative paths
    const parent = given && posix.isAbsolute(given) ? given : posix.join(home, ...fallback);
    return posix.join(parent, 'ratebook');
  };
  return {
    configFile: posix.join(folder('XDG_CONFIG_HOME', '.config'), 'config.json'),
    data: folder('XDG_DATA_HOME', '.local', 'share'),
    state: folder('XDG_STATE_HOME', '.local', 'state'),
    cache: folder('XDG_CACHE_HOME', '.cache'),
  };
}
