import { EventEmitter } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import { type KeptBack, lockDownloads, lockNavigation, lockSignIns } from './navigation.ts';

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

  test('it may start over, and no frame in it may', () => {
    const { attempt, keptBack } = page();
    expect(attempt('will-navigate', start)).toBe(true);
    expect(attempt('will-frame-navigate', start)).toBe(true);
    expect(attempt('will-frame-navigate', start, false)).toBe(false);
    expect(attempt('will-redirect', start)).toBe(false);
    expect(keptBack).toEqual(['frame-navigation', 'redirect']);
  });

  test('no window, no webview', () => {
    const { emitter, keptBack, opened } = page();
    expect(opened[0]?.()).toEqual({ action: 'deny' });
    const preventDefault = vi.fn<() => void>();
    emitter.emit('will-attach-webview', { preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
    expect(keptBack).toEqual(['window', 'webview']);
  });

  test('no certificate and no sign-in dialog, whether a page asks or the shell itself', () => {
    const app = new EventEmitter();
    const keptBack: KeptBack[] = [];
    lockSignIns(app, (what) => keptBack.push(what));
    const preventDefault = vi.fn<() => void>();
    const callback = vi.fn<() => void>();
    for (const contents of [{}, null]) {
      app.emit('select-client-certificate', { preventDefault }, contents, 'https://x', [], callback);
      app.emit('login', { preventDefault }, contents, {}, {}, callback);
    }
    expect(preventDefault).toHaveBeenCalledTimes(4);
    expect(callback).toHaveBeenCalledTimes(4);
    expect(callback.mock.calls.flat()).toEqual([]);
    expect(keptBack).toEqual(['client-certificate', 'login', 'client-certificate', 'login']);
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
