import { describe, expect, test } from 'vitest';
import { judgeHostArguments } from './arguments.ts';

const NEEDED = ['--vendor', 'willow', '--data', '/var/lib/carefront-kiosk'];

describe('S12, K13: what the Chromium host may be started with', () => {
  test('a vendor and a folder; nothing is loosened that was not asked for', () => {
    expect(judgeHostArguments(NEEDED)).toEqual({
      ok: true,
      arguments: {
        vendor: 'willow',
        data: '/var/lib/carefront-kiosk',
        app: undefined,
        server: undefined,
        assignment: undefined,
        window: undefined,
        allowSwap: false,
        keepKeyboard: false,
        noSandboxForTests: false,
      },
    });
  });

  test('everything that it knows, in both ways of writing it', () => {
    const verdict = judgeHostArguments([
      '--vendor=willow',
      '--data=/data',
      '--app',
      '/opt/kiosk',
      '--server=https://care.example/connect/willow',
      '--assignment',
      '/etc/assignment.json',
      '--window',
      '1080x1920',
      '--allow-swap',
      '--keep-keyboard',
      '--no-sandbox-for-tests',
    ]);
    expect(verdict).toMatchObject({
      ok: true,
      arguments: {
        window: { width: 1080, height: 1920 },
        allowSwap: true,
        noSandboxForTests: true,
        app: '/opt/kiosk',
      },
    });
  });

  test.each([
    ['--no-sandbox'],
    ['--remote-debugging-port=9222'],
    ['--inspect'],
    ['--proxy-server', 'evil.example'],
    ['--server', 'http://care.example/'],
    ['--server', 'https://someone@care.example/'],
    ['--server', 'file:///etc/passwd'],
    ['--window', '0x0'],
    ['--window'],
    ['--allow-swap=yes'],
    ['--constructor', 'x'],
    ['--__proto__=x'],
    ['-vendor'],
    ['willow'],
    ['--'],
    ['--vendor', 'lantern'],
    ['--app', 'relative/folder'],
  ])('refuses %s %s', (...argv) => {
    expect(judgeHostArguments([...NEEDED, ...argv]).ok).toBe(false);
  });

  test.each([
    [[]],
    [['--vendor', 'willow']],
    [['--vendor', '../x', '--data', '/d']],
    [['--vendor', 'w', '--data', 'd']],
  ])('refuses %j', (argv) => {
    expect(judgeHostArguments(argv).ok).toBe(false);
  });

  test('a server in the clear is this machine alone', () => {
    expect(judgeHostArguments([...NEEDED, '--server', 'http://127.0.0.1:4173/connect/willow']).ok).toBe(true);
  });

  test('names what it refuses, and no value', () => {
    expect(
      judgeHostArguments([...NEEDED, '--proxy-server=jane.doe:secret@evil.example', 'jane.pdf']),
    ).toEqual({
      ok: false,
      names: ['proxy-server', 'argument'],
    });
  });
});
