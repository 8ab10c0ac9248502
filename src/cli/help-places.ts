export type Item = readonly [term: string, meaning: string];

export type Section = readonly [heading: string, items: readonly Item[]];

/** What another system than Linux has in place of it. */
interface Folder {
  readonly variable: Item;
  readonly mac: string;
  readonly windows: string;
  readonly path: Item;
}

const folders: readonly Folder[] = [
  {
    variable: ['XDG_CONFIG_HOME', 'folder for the configuration (default: ~/.config)'],
    path: ['~/.config/ratebook/config.json', 'settings and key; see ratebook config path'],
    mac: '~/Library/Preferences/ratebook/config.json',
    windows: '%APPDATA%\\ratebook\\Config\\config.json',
  },
  {
    variable: ['XDG_DATA_HOME', 'folder for the stored days (default: ~/.local/share)'],
    path: ['~/.local/share/ratebook/', 'stored days; see ratebook store path'],
    mac: '~/Library/Application Support/ratebook/',
    windows: '%LOCALAPPDATA%\\ratebook\\Data\\',
  },
  {
    variable: ['XDG_STATE_HOME', 'folder for the rest (default: ~/.local/state)'],
    path: ['~/.local/state/ratebook/', 'what else ratebook remembers'],
    mac: '~/Library/Application Support/ratebook-state/',
    windows: '%LOCALAPPDATA%\\ratebook\\State\\',
  },
  {
    variable: ['XDG_CACHE_HOME', 'folder for compiled code (default: ~/.cache)'],
    path: ['~/.cache/ratebook/', 'ratebook itself, compiled; safe to delete'],
    mac: '~/Library/Caches/ratebook/',
    windows: '%LOCALAPPDATA%\\ratebook\\Cache\\',
  },
];

const onWindows: readonly Item[] = [
  ['APPDATA', 'folder for the configuration'],
  ['LOCALAPPDATA', 'folder for the stored days and all else'],
];

export function environmentOn(platform: NodeJS.Platform): Section {
  const onLinux = platform === 'darwin' ? [] : folders.map(({ variable }) => variable);
  return [
    'Environment:',
    [
      ['RATEBOOK_BASE, ...', 'settings, by their names in capitals; see config list'],
      ['RATEBOOK_PAGER, PAGER', 'shows what is longer than the screen; cat: none'],
      ['NO_COLOR, FORCE_COLOR', 'without colour, or with colour anywhere'],
      ...(platform === 'win32' ? onWindows : onLinux),
      ['HTTPS_PROXY, NO_PROXY', 'proxy, and the hosts to reach without it'],
    ],
  ];
}

export function filesOn(platform: NodeJS.Platform): Section {
  const items = folders.map(({ path: [path, meaning], mac, windows }): Item => {
    if (platform === 'win32') return [windows, meaning];
    return [platform === 'darwin' ? mac : path, meaning];
  });
  return ['Files:', items];
}
