import { describe, expect, it } from 'vitest';
import { places } from '../../src/config/places.ts';

describe('places', () => {
  it('are the XDG folders on Linux and its like', () => {
    const expected = {
      configFile: '/home/me/.config/ratebook/config.json',
      data: '/home/me/.local/share/ratebook',
      state: '/home/me/.local/state/ratebook',
      cache: '/home/me/.cache/ratebook',
    };
    expect(places({ platform: 'linux', env: {}, home: '/home/me' })).toEqual(expected);
    expect(places({ platform: 'freebsd', env: {}, home: '/home/me' })).toEqual(expected);
  });

  it('follow the XDG variables', () => {
    const env = { XDG_CONFIG_HOME: '/c', XDG_DATA_HOME: '/d', XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/k' };
    expect(places({ platform: 'linux', env, home: '/home/me' })).toEqual({
      configFile: '/c/ratebook/config.json',
      data: '/d/ratebook',
      state: '/s/ratebook',
      cache: '/k/ratebook',
    });
  });

  it('ignore an XDG variable that is empty or relative', () => {
    const env = { XDG_CONFIG_HOME: 'c', XDG_DATA_HOME: '', XDG_STATE_HOME: './s' };
    expect(places({ platform: 'linux', env, home: '/home/me' })).toEqual(
      places({ platform: 'linux', env: {}, home: '/home/me' }),
    );
  });

  it('are those that the variables name, without a home', () => {
    const none = { configFile: undefined, data: undefined, state: undefined, cache: undefined };
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(places({ platform, env: {}, home: undefined })).toEqual(none);
    expect(places({ platform: 'linux', env: { XDG_DATA_HOME: '/d' }, home: undefined })).toEqual({
      ...none,
      data: '/d/ratebook',
    });
    expect(places({ platform: 'win32', env: { APPDATA: 'C:\\a' }, home: undefined })).toEqual({
      ...none,
      configFile: 'C:\\a\\ratebook\\Config\\config.json',
    });
  });

  it('lie in the library on macOS', () => {
    expect(places({ platform: 'darwin', env: { XDG_CONFIG_HOME: '/c' }, home: '/Users/me' })).toEqual({
      configFile: '/Users/me/Library/Preferences/ratebook/config.json',
      data: '/Users/me/Library/Application Support/ratebook',
      state: '/Users/me/Library/Application Support/ratebook-state',
      cache: '/Users/me/Library/Caches/ratebook',
    });
  });

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
