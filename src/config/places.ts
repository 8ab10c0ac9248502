import { isAbsolute, posix, win32 } from 'node:path';
import { Failure, ifPossible } from '../errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined: there is none. */
type Folder = string | undefined;

export interface Places {
  readonly configFile?: Folder;
  readonly data?: Folder;
  readonly state?: Folder;
  /** Its content can be removed at any time. */
  readonly cache?: Folder;
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Environment;
  readonly home: Folder;
}

/**
 * Undefined where there is neither HOME nor an entry in the user database, as for the user of a container.
 */
export function homeFolder({ platform, env }: Omit<Machine, 'home'>): Folder {
  if (platform !== 'win32' && env.HOME && isAbsolute(env.HOME)) return env.HOME;
  const { homedir, userInfo } = process.getBuiltinModule('node:os');
  const home = ifPossible(homedir);
  if (home && isAbsolute(home)) return home;
  const inDatabase = ifPossible(() => userInfo().homedir);
  return inDatabase && isAbsolute(inDatabase) ? inDatabase : undefined;
}

type Rows = Readonly<Record<keyof Places, string>>;

const onLinux: Rows = {
  configFile: 'XDG_CONFIG_HOME|.config|ratebook/config.json',
  data: 'XDG_DATA_HOME|.local/share|ratebook',
  state: 'XDG_STATE_HOME|.local/state|ratebook',
  cache: 'XDG_CACHE_HOME|.cache|ratebook',
};

/**
 * A row is a variable, its default in the home folder, and the path in it: `XDG_CACHE_HOME|.cache|ratebook`.
 */
const rows: { readonly [P in NodeJS.Platform]?: Rows } = {
  darwin: {
    configFile: '|Library/Preferences|ratebook/config.json',
    data: '|Library/Application Support|ratebook',
    state: '|Library/Application Support|ratebook-state',
    cache: '|Library/Caches|ratebook',
  },
  win32: {
    configFile: 'APPDATA|AppData/Roaming|ratebook/Config/config.json',
    data: 'LOCALAPPDATA|AppData/Local|ratebook/Data',
    state: 'LOCALAPPDATA|AppData/Local|ratebook/State',
    cache: 'LOCALAPPDATA|AppData/Local|ratebook/Cache',
  },
};

export function places({ platform, env, home }: Machine): Places {
  const { join } = platform === 'win32' ? win32 : posix;
  const folders: Partial<Record<keyof Places, string>> = {};
  for (const [kind, row] of Object.entries(rows[platform] ?? onLinux)) {
    const [variable = '', inHome = '', path = ''] = row.split('|');
    const value = env[variable];
    // the XDG specification ignores relative paths
    const isSet = value && (platform === 'win32' || posix.isAbsolute(value));
    if (isSet) folders[kind as keyof Places] = join(value, path);
    else if (home) folders[kind as keyof Places] = join(home, inHome, path);
  }
  return folders;
}

/** @throws Failure for a user without a home, with the variable that sets another folder */
export function requirePlace(place: Folder, kind: 'configFile' | 'data', platform: NodeJS.Platform): string {
  if (place !== undefined) return place;
  const [variable] = (rows[platform] ?? onLinux)[kind].split('|');
  const content = kind === 'data' ? 'the stored days' : 'the configuration';
  const why = variable ? `neither HOME nor ${variable} is set` : 'HOME is not set';
  const hint = `set ${variable || 'HOME'} to a full path`;
  throw new Failure('no_folder', `the folder for ${content} is unknown: ${why}`, hint);
}
