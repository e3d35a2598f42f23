import { describe, expect, test } from 'vitest';
import { isKeyAllowed, type KeyHost, type KeyInput, lockKeys } from './keys.ts';

const press = (combination: string): KeyInput => {
  const parts = combination.split('+');
  const key = combination === '+' || combination.endsWith('++') ? '+' : (parts.at(-1) ?? '');
  return {
    type: 'keyDown',
    key: key === 'Space' ? ' ' : key,
    control: parts.includes('Control'),
    alt: parts.includes('Alt'),
    shift: parts.includes('Shift'),
    meta: parts.includes('Meta'),
  };
};

describe('K1: the keys that reach a page', () => {
  test.each([
    'a',
    'Shift+A',
    'ñ',
    'ß',
    'ع',
    'é',
    '1',
    '@',
    '+',
    'Space',
    'Tab',
    'Shift+Tab',
    'Enter',
    'Escape',
    'Backspace',
    'Delete',
    'Home',
    'End',
    'PageUp',
    'PageDown',
    'ArrowLeft',
    'ArrowRight',
    'ArrowUp',
    'ArrowDown',
    'Shift+ArrowLeft',
    'Dead',
    'Process',
    // A locked keyboard's Escape and chord.
    'F22',
    'F24',
  ])('%s does', (combination) => {
    expect(isKeyAllowed(press(combination))).toBe(true);
  });

  test.each([
    // Safe Exam Browser's table.
    'Alt+Escape',
    'Alt+F4',
    'Alt+Tab',
    'Alt+Space',
    'Control+Escape',
    'Control+c',
    'Control+v',
    'Control+x',
    ...Array.from({ length: 21 }, (_, index) => `F${index + 1}`),
    'F23',
    'PrintScreen',
    'Meta',
    'Meta+r',
    'ContextMenu',
    'Apps',
    // Chromium's own.
    'Control+w',
    'Control+Shift+w',
    'Control+r',
    'Control+Shift+r',
    'Control+p',
    'Control+s',
    'Control+n',
    'Control+t',
    'Control+l',
    'Control+u',
    'Control+j',
    'Control+h',
    'Control+o',
    'Control+f',
    'Control++',
    'Control+-',
    'Control+0',
    'Control+Shift+i',
    'Control+Shift+j',
    'Control+Shift+Delete',
    'Control+Alt+Delete',
    'Control+Tab',
    'Control+PageUp',
    'Alt+ArrowLeft',
    'Alt+ArrowRight',
    'Alt+Home',
    'Alt+d',
    'BrowserBack',
    'BrowserForward',
    'BrowserRefresh',
    'BrowserHome',
    'BrowserSearch',
    'LaunchApplication1',
    'LaunchMail',
    'MediaPlayPause',
    'AudioVolumeUp',
    'Power',
    'Sleep',
    'Eject',
    'Insert',
    'ScrollLock',
    'Pause',
    'Help',
    'Control',
    'Alt',
    'Unidentified',
    '',
  ])('%s does not', (combination) => {
    expect(isKeyAllowed(press(combination))).toBe(false);
  });

  test('characters behind AltGr do, as Windows and as Linux report it', () => {
    expect(isKeyAllowed(press('Control+Alt+@'))).toBe(true);
    expect(isKeyAllowed({ ...press('Alt+€'), modifiers: ['altgr', 'alt'] })).toBe(true);
    expect(isKeyAllowed(press('Control+Alt+Tab'))).toBe(false);
    expect(isKeyAllowed(press('Control+Alt+F1'))).toBe(false);
    expect(isKeyAllowed(press('Control+Alt+Meta+@'))).toBe(false);
  });

  test('K15: the staff’s chord does, and nothing that resembles it', () => {
    // Control and Alt with a character is how Windows reports AltGr: the list can't tell one from the other, and needn't.
    expect(isKeyAllowed(press('Control+Alt+s'))).toBe(true);
    expect(isKeyAllowed({ ...press('Control+Alt+s'), type: 'keyUp' })).toBe(true);
    for (const near of [
      'Control+s',
      'Control+Shift+s',
      'Alt+s',
      'Alt+Shift+s',
      'Meta+s',
      'Control+Meta+s',
      'Alt+Meta+s',
      'Control+Alt+Meta+s',
      'Control+Alt+Delete',
      'Control+Alt+Backspace',
      'Control+Alt+Escape',
      'Control+Alt+F2',
      'Control+Alt+ArrowLeft',
    ])
      expect(isKeyAllowed(press(near)), near).toBe(false);
  });

  test('what is kept back is told without the character', () => {
    const told: string[] = [];
    let prevented = 0;
    const block = () => {
      prevented += 1;
    };
    const host: KeyHost = {
      on(_event, listener) {
        for (const combination of ['Control+p', 'F5', 'a', 'Alt+F4'])
          listener({ preventDefault: block }, press(combination));
        listener({ preventDefault: block }, { ...press('F5'), type: 'keyUp' });
      },
    };
    lockKeys(host, (combination) => told.push(combination));
    expect(prevented).toBe(4);
    expect(told).toEqual(['Control+character', 'F5', 'Alt+F4']);
  });
});
