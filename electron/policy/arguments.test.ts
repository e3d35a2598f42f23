import { describe, expect, test } from 'vitest';
import { judgeArguments } from './arguments.ts';

describe('S12, K13: what the kiosk may be started with', () => {
  test('nothing at all, and what its own packages use', () => {
    expect(judgeArguments([])).toEqual({ ok: true });
    expect(
      judgeArguments([
        '--ozone-platform=wayland',
        '--enable-features=UseOzonePlatform,WaylandWindowDecorations',
        '--force-device-scale-factor=1.25',
        '--kiosk-restart=gpu-failures',
      ]),
    ).toEqual({ ok: true });
  });

  test.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--inspect',
    '--inspect-brk=0.0.0.0:9229',
    '--js-flags=--expose-gc',
    '--no-sandbox',
    '--disable-web-security',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--proxy-server=evil.example:80',
    '--ignore-certificate-errors',
    '--log-net-log=/tmp/traffic.json',
    '--user-data-dir=/tmp/x',
    '--load-extension=/tmp/x',
    '--enable-logging',
    '--disable-gpu-sandbox',
    '--gpu-launcher=/bin/sh',
    '--renderer-cmd-prefix=/bin/sh',
    '--utility-cmd-prefix=xterm',
    '--ozone-platform=headless',
    '--force-device-scale-factor=99',
    '--enable-features=UseOzonePlatform,NetworkService',
    '-inspect',
    '--constructor',
    '--__proto__=x',
    '/etc/passwd',
    'https://evil.example/',
    '--',
    '--kiosk-restart=\nview-failures',
  ])('refuses %s', (argument) => {
    expect(judgeArguments([argument]).ok).toBe(false);
  });

  test('names the switches and none of their values', () => {
    const verdict = judgeArguments([
      '--proxy-server=jane.doe:secret@evil.example',
      'jane-doe.pdf',
      '--inspect',
    ]);
    expect(verdict).toEqual({ ok: false, names: ['proxy-server', 'argument', 'inspect'] });
  });
});
