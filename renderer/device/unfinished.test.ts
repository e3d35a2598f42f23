import { expect, test } from 'vitest';
import { noteUnfinished } from './note-unfinished.ts';
import { readUnfinished } from './unfinished.ts';

function createSettings() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('the front page knows how many forms are unfinished where, and nothing else of them', () => {
  const settings = createSettings();
  noteUnfinished(settings, 'willow', 2);
  noteUnfinished(settings, 'lantern', 1);
  expect(readUnfinished(settings)).toEqual({ willow: 2, lantern: 1 });
  noteUnfinished(settings, 'willow', 0);
  expect(readUnfinished(settings)).toEqual({ lantern: 1 });
  expect([...settings.kept]).toEqual([['platform:unfinished', '{"lantern":1}']]);
});

test('what somebody else wrote there is nothing', () => {
  const settings = createSettings();
  for (const text of ['', '{', '[]', 'null', '{"../evil":1,"willow":"many","lantern":-1}']) {
    settings.setItem('platform:unfinished', text);
    expect(readUnfinished(settings)).toEqual({});
  }
});

test('a browser that forbids it loses nothing but the note', () => {
  const refuse = () => {
    throw new Error('forbidden');
  };
  const settings = { getItem: refuse, setItem: refuse, removeItem: refuse };
  expect(() => noteUnfinished(settings, 'willow', 1)).not.toThrow();
  expect(readUnfinished(settings)).toEqual({});
});
