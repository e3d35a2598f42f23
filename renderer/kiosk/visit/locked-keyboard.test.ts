import { expect, test } from 'vitest';
import { isStaffChord } from '../screens/attract/use-hold.ts';
import { readLockedKeyboard } from './locked-keyboard.ts';

const noModifiers = { ctrlKey: false, altKey: false, metaKey: false };

test('staff’s chord is one key on a locked keyboard, and three on any other', () => {
  expect(isStaffChord({ ...noModifiers, key: 'F24', code: 'KeyS' })).toBe(true);
  expect(isStaffChord({ ...noModifiers, ctrlKey: true, altKey: true, key: 'ß', code: 'KeyS' })).toBe(true);
  expect(isStaffChord({ ...noModifiers, key: 's', code: 'KeyS' })).toBe(false);
  expect(isStaffChord({ ...noModifiers, key: 'F23', code: 'KeyS' })).toBe(false);
});

test('both ends of a press are read, before anybody else', () => {
  const heard: unknown[] = [];
  readLockedKeyboard({ addEventListener: (type, _listener, options) => heard.push([type, options]) });
  expect(heard).toEqual([
    ['keydown', { capture: true }],
    ['keyup', { capture: true }],
  ]);
});
