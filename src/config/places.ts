import { homedir, userInfo } from 'node:os';
import { isAbsolute, posix, win32 } from 'node:path';
import { Failure, ifPossible } from '../errors.ts';

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

/** Undefined where there is neither HOME nor an entry in the user database, as for the user of a container. */
export function homeFolder({ platform, env }: Omit<Machine, 'home'>): Folder {
  const inVariable = () => (platform === 'win32' ? undefined : env.HOME);
  for (const find of [inVariable, homedir, () => userInfo().homedir]) {
    const home = ifPossible(find);
    if (home && isAbsolute(home)) return home;
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
    const value = env[variable];
    // the XDG specification ignores relative paths
    return under(value && posix.isAbsolute(value) ? value : under(home, fallback), 'ratebook');
  };
  return {
    configFile: under(folder('XDG_CONFIG_HOME', '.config'), 'config.json'),
    data: folder('XDG_DATA_HOME', '.local/share'),
    state: folder('XDG_STATE_HOME', '.local/state'),
    cache: folder('XDG_CACHE_HOME', '.cache'),
  };
}

/** @throws Failure for a user without a home, with the variable that sets another folder */
export function requirePlace(place: Folder, kind: 'config' | 'data', platform: NodeJS.Platform): string {
  if (place !== undefined) return place;
  const windows = kind === 'config' ? 'APPDATA' : 'LOCALAPPDATA';
  const other = platform === 'win32' ? windows : `XDG_${kind.toUpperCase()}_HOME`;
  const [variable, why] =
    platform === 'darwin' ? ['HOME', 'HOME is not set'] : [other, `neither HOME nor ${other} is set`];
  const what = kind === 'config' ? 'the configuration' : 'the stored days';
  throw new Failure('no_folder', `there is no folder for ${what}: ${why}`, `set ${variable} to a full path`);
}
