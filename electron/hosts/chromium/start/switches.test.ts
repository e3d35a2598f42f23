import { describe, expect, test } from 'vitest';
import { profilePreferences } from '../profile-preferences.ts';
import { chromiumEnvironment, chromiumSwitches, platformOf } from './switches.ts';

const FOLDER = '/dev/shm/carefront-kiosk-1/view-2';
const options = {
  folder: FOLDER,
  platform: 'wayland',
  window: undefined,
  softwareRendering: false,
  noSandboxForTests: false,
} as const;

describe('what Chromium is started with', () => {
  test('nothing that opens it: no port, no sandbox switched off, no security switched off', () => {
    const switches = chromiumSwitches(options);
    for (const name of [
      'remote-debugging-port',
      'remote-debugging-address',
      'no-sandbox',
      'disable-setuid-sandbox',
      'disable-web-security',
      'disable-site-isolation-trials',
      'ignore-certificate-errors',
      'allow-file-access-from-files',
      'load-extension',
      'kiosk-printing',
      'enable-logging',
      'log-net-log',
      'unsafely-disable-devtools-self-xss-warnings',
      'disable-popup-blocking',
      'proxy-server',
    ])
      expect(switches.filter((one) => one === `--${name}` || one.startsWith(`--${name}=`))).toEqual([]);
    expect(switches.every((one) => one.startsWith('--'))).toBe(true);
    expect(new Set(switches).size).toBe(switches.length);
  });

  test('the sandbox is only off where tests say so', () => {
    const differs = chromiumSwitches({ ...options, noSandboxForTests: true }).filter(
      (one) => !chromiumSwitches(options).includes(one),
    );
    expect(differs).toEqual(['--no-sandbox']);
  });

  test('every folder that it is told of is its own', () => {
    const paths = [...chromiumSwitches(options), ...Object.values(chromiumEnvironment({}, FOLDER))].flatMap(
      (one) => /(?:^|=)(\/.*)$/.exec(one)?.[1] ?? [],
    );
    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path) => path !== '/nonexistent' && !path.startsWith(`${FOLDER}/`))).toEqual([]);
  });

  test('of the surroundings it gets a screen and a language, and no key, token or option of another program', () => {
    const passed = chromiumEnvironment(
      {
        DISPLAY: ':1',
        LANG: 'en_US.UTF-8',
        NODE_OPTIONS: '--inspect',
        LD_PRELOAD: '/tmp/x.so',
        GOOGLE_API_KEY: 'x',
        CREDENTIALS_DIRECTORY: '/run/credentials/x',
        SSLKEYLOGFILE: '/tmp/keys',
        PATH: '/usr/bin',
      },
      FOLDER,
    );
    expect(passed).toMatchObject({ DISPLAY: ':1', LANG: 'en_US.UTF-8', PATH: '/nonexistent' });
    for (const name of [
      'NODE_OPTIONS',
      'LD_PRELOAD',
      'GOOGLE_API_KEY',
      'CREDENTIALS_DIRECTORY',
      'SSLKEYLOGFILE',
    ])
      expect(passed).not.toHaveProperty(name);
  });

  test('a compositor’s socket is named in full, since the runtime folder is another', () => {
    const environment = { WAYLAND_DISPLAY: 'wayland-1', XDG_RUNTIME_DIR: '/run/kiosk' };
    expect(chromiumEnvironment(environment, FOLDER)).toMatchObject({
      WAYLAND_DISPLAY: '/run/kiosk/wayland-1',
      XDG_RUNTIME_DIR: `${FOLDER}/run`,
    });
    expect(platformOf(environment)).toBe('wayland');
    expect(platformOf({ DISPLAY: ':0' })).toBe('x11');
    expect(platformOf({ DISPLAY: '' })).toBeUndefined();
  });

  test('the camera is blocked in a profile unless the assignment has it', () => {
    const at = (camera: boolean) => JSON.stringify(profilePreferences({ camera }));
    expect(at(false)).toContain('"media_stream_camera":2');
    expect(at(true)).not.toContain('media_stream_camera');
    expect(at(true)).toContain('"media_stream_mic":2');
  });
});
