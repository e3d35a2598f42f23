import { describe, expect, it, vi } from 'vitest';
import type { Language } from '../../sync/domain/language.ts';
import type { Area, Translate } from './areas.ts';
import { loadMessages } from './catalogues.ts';
import { createMessageStore } from './message-store.ts';

const load =
  async <A extends Area>(): Promise<Translate<A>> =>
  () =>
    'text';

describe('the store of texts', () => {
  it('loads a catalogue once - many callers ask', async () => {
    const spy = vi.fn<typeof load>(load);
    const store = createMessageStore(spy);
    const [one, other] = await Promise.all([store.load('shell', 'en'), store.load('shell', 'en')]);
    expect(one).toBe(other);
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it('tries again - the first try failed offline', async () => {
    const spy = vi.fn<typeof load>(load).mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const store = createMessageStore(spy);
    await expect(store.load('shell', 'es')).rejects.toThrow('Failed to fetch');
    await expect(store.load('shell', 'es')).resolves.toBeTypeOf('function');
  });

  it('loads in the new language what the old one had - and no more', async () => {
    const spy = vi.fn<typeof load>(load);
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

describe('texts outside React', () => {
  it('come from the compiled catalogue - the plugin is at work', async () => {
    const t = await loadMessages('shell', 'es');
    expect(t('language.name')).toBe('Español');
  });
});
