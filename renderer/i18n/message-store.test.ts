import { describe, expect, it, vi } from 'vitest';
import { loadMessages, translator } from './catalogues.ts';
import { createMessageStore } from './message-store.ts';

const translate = () => 'text';
const load = () => Promise.resolve(translate);

describe('the store of texts', () => {
  it('loads a catalogue once - many callers ask', async () => {
    const spy = vi.fn<(...asked: unknown[]) => ReturnType<typeof load>>(load);
    const store = createMessageStore(spy);
    const [one, other] = await Promise.all([store.load('shell', 'en'), store.load('shell', 'en')]);
    expect(one).toBe(other);
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it('tries again - the first try failed offline', async () => {
    const spy = vi
      .fn<(...asked: unknown[]) => ReturnType<typeof load>>(load)
      .mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const store = createMessageStore(spy);
    await expect(store.load('shell', 'es')).rejects.toThrow('Failed to fetch');
    await expect(store.load('shell', 'es')).resolves.toBeTypeOf('function');
  });

  it('loads in the new language what the old one had - and no more', async () => {
    const spy = vi.fn<(...asked: unknown[]) => ReturnType<typeof load>>(load);
    const store = createMessageStore(spy);
    await Promise.all([store.load('shell', 'en'), store.load('flow', 'en')]);
    spy.mockClear();
    await store.loadSame('en', 'ar');
    expect(spy.mock.calls).toEqual([
      ['shell', 'ar'],
      ['flow', 'ar'],
    ]);
  });
});

it('ends a sentence in one point - a time of day ends in a point of its own', () => {
  const t = translator<'shell'>({ 'banner.tried': ({ time }) => `Intentado a las ${String(time)}.` });
  expect(t('banner.tried', { time: '4:00\u00a0p.m.' })).toBe('Intentado a las 4:00\u00a0p.m.');
  expect(t('banner.tried', { time: '16:00' })).toBe('Intentado a las 16:00.');
});

describe('texts outside React', () => {
  it('come from the compiled catalogue - the plugin is at work', async () => {
    const t = await loadMessages('shell', 'es');
    expect(t('title.legal')).toBe('Documento');
  });
});
