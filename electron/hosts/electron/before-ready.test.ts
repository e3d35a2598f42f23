import { describe, expect, test } from 'vitest';
import { createFakeElectron } from '../../testing/fake-electron.ts';
import { prepareBeforeReady } from './before-ready.ts';

function prepare({ argv = [] as readonly string[], softwareRendering = false, firstInstance = true } = {}) {
  const electron = createFakeElectron();
  electron.app.firstInstance = firstInstance;
  const refused: (readonly string[])[] = [];
  let made = 0;
  const goesOn = prepareBeforeReady(electron, {
    argv,
    scheme: 'carefront',
    softwareRendering,
    folders: { crashDumps: '/run/kiosk/dumps', sessionData: '/run/kiosk/session' },
    makeFolders() {
      made += 1;
    },
    onRefused: (names) => refused.push(names),
  });
  return { electron, goesOn, refused, made };
}

describe('before Electron is ready', () => {
  test('S12, K13: a switch that is not allowed ends it with a code of its own, and only its name is told', () => {
    const { electron, goesOn, refused } = prepare({ argv: ['--remote-debugging-port=9222', '/home/jane/x'] });
    expect(goesOn).toBe(false);
    expect(electron.app.exited).toBe(64);
    expect(refused).toEqual([['remote-debugging-port', 'argument']]);
    // Nothing else was begun.
    expect(electron.app.asked).toEqual([]);
    expect(electron.asked).toEqual([]);
  });

  test('S1: every page is sandboxed', () => {
    expect(prepare().electron.app.asked).toEqual(['sandbox']);
  });

  test('S6: the scheme has no more than it needs', () => {
    expect(prepare().electron.asked).toEqual([
      `scheme carefront ${JSON.stringify({
        standard: true,
        secure: true,
        supportFetchAPI: true,
        codeCache: true,
        bypassCSP: false,
        corsEnabled: false,
        allowServiceWorkers: false,
        allowExtensions: false,
        stream: false,
      })}`,
    ]);
  });

  test('S15: what a crash or Chromium writes stays in memory', () => {
    const { electron, made } = prepare();
    expect(made).toBe(1);
    expect(Object.fromEntries(electron.app.paths)).toEqual({
      crashDumps: '/run/kiosk/dumps',
      sessionData: '/run/kiosk/session',
    });
  });

  test('there is one at a time, and a second one takes nothing from the first', () => {
    const { electron, goesOn, made } = prepare({ firstInstance: false });
    expect(made).toBe(0);
    expect(goesOn).toBe(false);
    expect(electron.app.exited).toBe(0);
  });

  test('K4: it draws without the graphics processor where that was remembered', () => {
    expect(prepare({ softwareRendering: true }).electron.app.asked).toContain('software-rendering');
  });
});
