import { describe, expect, test } from 'vitest';
import { isOwnPage, lockPermissions, type PermissionHost, type PermissionPolicy } from './permissions.ts';

const origin = 'carefront://kiosk';

function locked(policy: PermissionPolicy) {
  const handlers: { [Name in keyof PermissionHost]?: Parameters<PermissionHost[Name]>[0] } = {};
  const host: PermissionHost = {
    setPermissionRequestHandler: (handler) =>
      Object.assign(handlers, { setPermissionRequestHandler: handler }),
    setPermissionCheckHandler: (handler) => Object.assign(handlers, { setPermissionCheckHandler: handler }),
    setDevicePermissionHandler: (handler) => Object.assign(handlers, { setDevicePermissionHandler: handler }),
    setBluetoothPairingHandler: (handler) => Object.assign(handlers, { setBluetoothPairingHandler: handler }),
    setDisplayMediaRequestHandler: (handler) =>
      Object.assign(handlers, { setDisplayMediaRequestHandler: handler }),
    setUSBProtectedClassesHandler: (handler) =>
      Object.assign(handlers, { setUSBProtectedClassesHandler: handler }),
  };
  lockPermissions(host, policy);
  return {
    handlers,
    request(
      permission: string,
      details: Parameters<Parameters<PermissionHost['setPermissionRequestHandler']>[0]>[3],
    ) {
      const granted: boolean[] = [];
      handlers.setPermissionRequestHandler?.(
        undefined,
        permission,
        (answer) => granted.push(answer),
        details,
      );
      return granted[0];
    },
    check: (permission: string, from: string, details: { mediaType?: string; isMainFrame?: boolean }) =>
      handlers.setPermissionCheckHandler?.(undefined, permission, from, details),
  };
}

/** Every permission that Electron 45 names. */
const PERMISSIONS = [
  'clipboard-read',
  'clipboard-sanitized-write',
  'deprecated-sync-clipboard-read',
  'display-capture',
  'fileSystem',
  'fullscreen',
  'geolocation',
  'hid',
  'idle-detection',
  'keyboardLock',
  'media',
  'mediaKeySystem',
  'midi',
  'midiSysex',
  'notifications',
  'openExternal',
  'pointerLock',
  'serial',
  'speaker-selection',
  'storage-access',
  'top-level-storage-access',
  'unknown',
  'usb',
  'window-management',
];

const own = { requestingUrl: `${origin}/`, isMainFrame: true };

describe('S5: what a page may use of the machine', () => {
  test.each(PERMISSIONS)('%s: refused, asked or checked', (permission) => {
    const { request, check } = locked({ origin, camera: true });
    expect(request(permission, own)).toBe(false);
    expect(check(permission, origin, { isMainFrame: true })).toBe(false);
  });

  test('the camera, alone and in the page itself, where the pack has photos taken', () => {
    const withCamera = locked({ origin, camera: true });
    expect(withCamera.request('media', { ...own, mediaTypes: ['video'] })).toBe(true);
    expect(withCamera.check('media', origin, { mediaType: 'video', isMainFrame: true })).toBe(true);
    expect(withCamera.request('media', { ...own, mediaTypes: ['audio'] })).toBe(false);
    expect(withCamera.request('media', { ...own, mediaTypes: ['video', 'audio'] })).toBe(false);
    expect(withCamera.request('media', { ...own, mediaTypes: ['video'], isMainFrame: false })).toBe(false);
    expect(
      withCamera.request('media', {
        requestingUrl: 'https://evil.example/',
        mediaTypes: ['video'],
        isMainFrame: true,
      }),
    ).toBe(false);
    expect(withCamera.check('media', 'https://evil.example', { mediaType: 'video', isMainFrame: true })).toBe(
      false,
    );
    const without = locked({ origin, camera: false });
    expect(without.request('media', { ...own, mediaTypes: ['video'] })).toBe(false);
    expect(without.check('media', origin, { mediaType: 'video', isMainFrame: true })).toBe(false);
  });

  test('devices, pairing, the screen and protected USB classes: never', () => {
    const { handlers } = locked({ origin, camera: true });
    expect(handlers.setDevicePermissionHandler?.()).toBe(false);
    const answers: unknown[] = [];
    handlers.setBluetoothPairingHandler?.({}, (answer) => answers.push(answer));
    handlers.setDisplayMediaRequestHandler?.({}, (streams) => answers.push(streams));
    expect(answers).toEqual([{ confirmed: false }, {}]);
    expect(handlers.setUSBProtectedClassesHandler?.({ protectedClasses: ['hid', 'audio'] })).toEqual([
      'hid',
      'audio',
    ]);
  });

  test.each([
    ['carefront://kiosk/', true],
    ['carefront://kiosk/index.html?x#y', true],
    ['carefront://kiosk.evil/', false],
    ['carefront://kiosk:1/', false],
    ['carefront://user@kiosk/', false],
    ['carefront-evil://kiosk/', false],
    ['https://kiosk/', false],
    ['about:blank', false],
    ['data:text/html,x', false],
    ['blob:carefront://kiosk/1', false],
    ['', false],
  ])('%s is a page of the kiosk: %s', (url, expected) => {
    expect(isOwnPage(url, origin)).toBe(expected);
  });
});
