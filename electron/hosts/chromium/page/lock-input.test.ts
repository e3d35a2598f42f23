import { describe, expect, test } from 'vitest';
import { type InputTarget, lockInput } from './lock-input.ts';

function lockedWindow() {
  const listeners = new Map<string, (event: Event) => void>();
  let kept = 0;
  const target: InputTarget = {
    addEventListener(type, listener, options) {
      expect(options).toEqual({ capture: true, passive: false });
      listeners.set(type, listener);
    },
  };
  lockInput(target, () => {
    kept += 1;
  });
  return {
    kept: () => kept,
    /** @returns whether it reached the page */
    send(type: string, fields: object = {}, trusted = true): boolean {
      let held = false;
      const event = Object.assign(new Event(type, { cancelable: true }), fields, {
        stopImmediatePropagation: () => {
          held = true;
        },
      });
      const seen = new Proxy(event, {
        get: (on, name) => {
          if (name === 'isTrusted') return trusted;
          const value: unknown = Reflect.get(on, name);
          return typeof value === 'function' ? value.bind(on) : value;
        },
      });
      listeners.get(type)?.(seen);
      expect(event.defaultPrevented).toBe(held);
      return !held;
    },
  };
}

describe('K1 in a page of the Chromium host', () => {
  test.each([
    { key: 'a' },
    { key: 'é' },
    { key: 'Tab' },
    { key: 'Tab', shiftKey: true },
    { key: 'Enter' },
    { key: 'Escape' },
    { key: 'ArrowLeft' },
    { key: '@', ctrlKey: true, altKey: true },
    { key: '€', getModifierState: (name: string) => name === 'AltGraph' },
  ])('$key reaches it', (fields) => {
    const page = lockedWindow();
    expect(page.send('keydown', fields)).toBe(true);
    expect(page.kept()).toBe(0);
  });

  test.each([
    { key: 't', ctrlKey: true },
    { key: 'I', ctrlKey: true, shiftKey: true },
    { key: 'ArrowLeft', altKey: true },
    { key: 'F11' },
    { key: 'F12' },
    { key: 'Meta', metaKey: true },
    { key: 'ContextMenu' },
    { key: 'BrowserBack' },
    // Chromium's task manager.
    { key: 'Escape', shiftKey: true },
  ])('$key with its modifiers does not', (fields) => {
    const page = lockedWindow();
    expect(page.send('keydown', fields)).toBe(false);
    expect(page.send('keypress', fields)).toBe(false);
    expect(page.send('keyup', fields)).toBe(false);
    expect(page.kept()).toBe(1);
  });

  test('menus, other buttons, zoom by the wheel and dragging do not reach it', () => {
    const page = lockedWindow();
    expect(page.send('contextmenu')).toBe(false);
    expect(page.send('auxclick', { button: 1 })).toBe(false);
    for (const button of [1, 2, 3, 4]) expect(page.send('mousedown', { button })).toBe(false);
    expect(page.send('wheel', { ctrlKey: true })).toBe(false);
    expect(page.send('dragstart')).toBe(false);
    expect(page.send('drop')).toBe(false);
  });

  test('a touch, a click and scrolling do', () => {
    const page = lockedWindow();
    expect(page.send('pointerdown', { button: 0 })).toBe(true);
    expect(page.send('mousedown', { button: 0 })).toBe(true);
    expect(page.send('wheel', { ctrlKey: false })).toBe(true);
  });

  test('what the keyboard on the screen sends does', () => {
    expect(lockedWindow().send('keydown', { key: 'F12' }, false)).toBe(true);
  });
});
