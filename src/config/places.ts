import { homedir, userInfo } from 'node:os';
import { isAbsolute, posix, win32 } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined: there is none. */
type Folder = string | undefined;

export interface Places {
  readonly configFile: Folder;
  readonly data: Folder;
  readonly state: Folder;
  /** What is in it may be removed at any time. */
  readonly cache: Folder;
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  readonly home: Folder;
}

export function homeFolder({ platform, env }: Pick<Machine, 'platform' | 'env'>): string | undefined {
  // what Node's own function finds there, too, with a module that is to be loaded
  const byVariable = () => (platform === 'win32' ? undefined : env.HOME);
  for (const find of [byVariable, () => homedir(), () => userInfo().homedir]) {
    try {
      const home = find();
      if (home && isAbsolute(home)) return home;
    } catch {
      // neither HOME nor an entry in the user database, as for the user of a container
    }
  }
  return undefined;
}

export function places({ platform, env, home }: Machine): Places {
  const { join } = platform === 'win32' ? win32 : posix;
  const under = (folder: Folder, ...names: string[]) => folder && join(folder, ...names);
  if (platform === 'darwin') {
    const library = under(home, 'Library');
    return {
      configFile: under(library, 'Preferences', 'ratebook', 'config.json'),
      data: under(library, 'Application Support', 'ratebook'),
      state: under(library, 'Application Support', 'ratebook-state'),
      cache: under(library, 'Caches', 'ratebook'),
    };
  }
  if (platform === 'win32') {
    const roaming = env.APPDATA || under(home, 'AppData', 'Roaming');
    const local = under(env.LOCALAPPDATA || under(home, 'AppData', 'Local'), 'ratebook');
    return {
      configFile: under(roaming, 'ratebook', 'Config', 'config.json'),
      data: under(local, 'Data'),
      state: under(local, 'State'),
      cache: under(local, 'Cache'),
    };
  }

  const folder = (variable: string, fallback: string) => {
    const given = env[variable];
    // the XDG specification ignores relative paths
    return under(given && posix.isAbsolute(given) ? given : under(home, fallback), 'ratebook');
  };
  return {
    configFile: under(folder('XDG_CONFIG_HOME', '.config'), 'config.json'),
    data: folder('XDG_DATA_HOME', '.local/share'),
    state: folder('XDG_STATE_HOME', '.local/state'),
    cache: folder('XDG_CACHE_HOME', '.cache'),
  };
}

/** The variable that moves a kind of folder, which a user without a home can have so. */
export function variableFor(kind: 'config' | 'data', platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'HOME';
  if (platform === 'win32') return kind === 'config' ? 'APPDATA' : 'LOCALAPPDATA';
  return kind === 'config' ? 'XDG_CONFIG_HOME' : 'XDG_DATA_HOME';
}
