import { describe, expect, it } from 'vitest';
import { places } from '../../src/config/places.ts';

describe('places', () => {
  it('are the XDG folders on Linux and its like, also where a variable of theirs is empty or relative', () => {
    const env = { XDG_CONFIG_HOME: 'relative', XDG_DATA_HOME: '', XDG_STATE_HOME: './relative' };
    for (const machine of [{ platform: 'linux', env: {} } as const, { platform: 'freebsd', env } as const])
      expect(places({ ...machine, home: '/home/me' })).toEqual({
        configFile: '/home/me/.config/ratebook/config.json',
        data: '/home/me/.local/share/ratebook',
        state: '/home/me/.local/state/ratebook',
        cache: '/home/me/.cache/ratebook',
      });
  });

  it('follow the XDG variables', () => {
    const env = { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d', XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/k' };
    const found = places({ platform: 'linux', env, home: '/home/me' });
    expect(found).toEqual({
      configFile: '/c/ratebook/config.json',
      data: '/d/ratebook',
      state: '/s/ratebook',
      cache: '/k/ratebook',
    });
  });

  it('are those that the variables name, without a home', () => {
    const none = { configFile: undefined, data: undefined, state: undefined, cache: undefined };
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(places({ platform, env: {}, home: undefined })).toEqual(none);
    const data = places({ platform: 'linux', env: { XDG_DATA_HOME: '/d' }, home: undefined });
    expect(data).toEqual({ ...none, data: '/d/ratebook' });
    const config = places({ platform: 'win32', env: { APPDATA: 'C:\\a' }, home: undefined });
    expect(config).toEqual({ ...none, configFile: 'C:\\a\\ratebook\\Config\\config.json' });
  });

  it('lie in the library on macOS', () =>
    expect(places({ platform: 'darwin', env: { XDG_CONFIG_HOME: '/c' }, home: '/Users/me' })).toEqual({
      configFile: '/Users/me/Library/Preferences/ratebook/config.json',
      data: '/Users/me/Library/Application Support/ratebook',
      state: '/Users/me/Library/Application Support/ratebook-state',
      cache: '/Users/me/Library/Caches/ratebook',
    }));

  it('lie in the application data on Windows', () => {
    const env = { APPDATA: 'C:\\Users\\me\\AppData\\Roaming', LOCALAPPDATA: 'D:\\Local' };
    expect(places({ platform: 'win32', env, home: 'C:\\Users\\me' })).toEqual({
      configFile: 'C:\\Users\\me\\AppData\\Roaming\\ratebook\\Config\\config.json',
      data: 'D:\\Local\\ratebook\\Data',
      state: 'D:\\Local\\ratebook\\State',
      cache: 'D:\\Local\\ratebook\\Cache',
    });
    expect(places({ platform: 'win32', env: {}, home: 'C:\\Users\\me' }).data).toBe(
      'C:\\Users\\me\\AppData\\Local\\ratebook\\Data',
    );
  });
});
