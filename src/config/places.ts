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
  if (platform === 'darwin') return onMac(home);
  return platform === 'win32' ? onWindows(env, home) : byXdg(env, home);
}

function onMac(home: Folder): Places {
  const library = (...names: string[]) => under(home, 'Library', ...names);
  return {
    configFile: library('Preferences', 'ratebook', 'config.json'),
    data: library('Application Support', 'ratebook'),
    state: library('Application Support', 'ratebook-state'),
    cache: library('Caches', 'ratebook'),
  };
}

function onWindows(env: Environment, home: Folder): Places {
  const within = (folder: Folder, ...names: string[]) => folder && win32.join(folder, ...names);
  const roaming = env.APPDATA || within(home, 'AppData', 'Roaming');
  const local = env.LOCALAPPDATA || within(home, 'AppData', 'Local');
  return {
    configFile: within(roaming, 'ratebook', 'Config', 'config.json'),
    data: within(local, 'ratebook', 'Data'),
    state: within(local, 'ratebook', 'State'),
    cache: within(local, 'ratebook', 'Cache'),
  };
}

function byXdg(env: Environment, home: Folder): Places {
  const folder = (variable: string, ...fallback: string[]) => {
    const given = env[variable];
    // the XDG specification ignores relative paths
    const isGiven = given !== undefined && posix.isAbsolute(given);
    return under(isGiven ? given : under(home, ...fallback), 'ratebook');
  };

  return {
    configFile: under(folder('XDG_CONFIG_HOME', '.config'), 'config.json'),
    data: folder('XDG_DATA_HOME', '.local', 'share'),
    state: folder('XDG_STATE_HOME', '.local', 'state'),
    cache: folder('XDG_CACHE_HOME', '.cache'),
  };
}

const under = (folder: Folder, ...names: string[]) => folder && posix.join(folder, ...names);

/** The variable that moves a kind of folder, which a user without a home can have so. */
export function variableFor(kind: 'config' | 'data', platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'HOME';
  if (platform === 'win32') return kind === 'config' ? 'APPDATA' : 'LOCALAPPDATA';
  return kind === 'config' ? 'XDG_CONFIG_HOME' : 'XDG_DATA_HOME';
}
