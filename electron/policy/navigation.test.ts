import { EventEmitter } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { type KeptBack, lockDownloads, lockNavigation } from './navigation.ts';

const start = 'carefront://kiosk/index.html';

function page() {
  const emitter = new EventEmitter();
  const keptBack: KeptBack[] = [];
  const opened: (() => { readonly action: 'deny' })[] = [];
  const host = Object.assign(emitter, {
    setWindowOpenHandler: (handler: () => { readonly action: 'deny' }) => void opened.push(handler),
  });
  lockNavigation(host, start, (what) => keptBack.push(what));
  /** @returns whether it was let through. */
  const attempt = (event: string, url: string, isMainFrame = true) => {
    const preventDefault = vi.fn<() => void>();
    emitter.emit(event, { url, isMainFrame, preventDefault });
    return preventDefault.mock.calls.length === 0;
  };
  return { emitter, keptBack, opened, attempt };
}

describe('S8: a page stays where it is', () => {
  test.each([
    'https://evil.example/',
    'http://kiosk/index.html',
    'file:///etc/passwd',
    'about:blank',
    'javascript:alert(1)',
    'data:text/html,x',
    'carefront://kiosk.evil/index.html',
    'carefront://kiosk/other.html',
    'carefront://kiosk/index.html?x=1',
    'carefront://user@kiosk/index.html',
    'not an address',
  ])('it does not go to %s', (url) => {
    const { attempt } = page();
    expect(attempt('will-navigate', url)).toBe(false);
    expect(attempt('will-frame-navigate', url)).toBe(false);
    expect(attempt('will-redirect', url)).toBe(false);
  });

  test('it may begin anew, and no frame in it may', () => {
    const { attempt, keptBack } = page();
    expect(attempt('will-navigate', start)).toBe(true);
    expect(attempt('will-frame-navigate', start)).toBe(true);
    expect(attempt('will-frame-navigate', start, false)).toBe(false);
    expect(attempt('will-redirect', start)).toBe(false);
    expect(keptBack).toEqual(['frame-navigation', 'redirect']);
  });

  test('no window, no webview, no certificate, no sign-in dialog', () => {
    const { emitter, keptBack, opened } = page();
    expect(opened[0]?.()).toEqual({ action: 'deny' });
    const preventDefault = vi.fn<() => void>();
    const callback = vi.fn<() => void>();
    emitter.emit('will-attach-webview', { preventDefault });
    // Electron 44 and later may emit it without contents.
    emitter.emit('select-client-certificate', { preventDefault }, 'https://x', [], callback);
    emitter.emit('login', { preventDefault }, {}, {}, callback);
    expect(preventDefault).toHaveBeenCalledTimes(3);
    expect(callback).toHaveBeenCalledTimes(2);
    expect(callback.mock.calls.flat()).toEqual([]);
    expect(keptBack).toEqual(['window', 'webview', 'client-certificate', 'login']);
  });

  test('nothing is downloaded', () => {
    const session = new EventEmitter();
    lockDownloads(session);
    const [preventDefault, cancel] = [vi.fn<() => void>(), vi.fn<() => void>()];
    session.emit('will-download', { preventDefault }, { cancel });
    expect(preventDefault).toHaveBeenCalledOnce();
    expect(cancel).toHaveBeenCalledOnce();
  });
});
