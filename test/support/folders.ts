import { join } from 'node:path';

/** What each system reads to find the folders of a user. */
export const foldersIn = (home: string) => ({
  HOME: home,
  USERPROFILE: home,
  APPDATA: join(home, 'AppData', 'Roaming'),
  LOCALAPPDATA: join(home, 'AppData', 'Local'),
});
