import { describe, expect, it, vi } from 'vitest';
import { testPack } from '../../../sync/domain/testing/fixture-clinic.ts';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import { createPackSource } from './pack-source.ts';

const whole = testPack({ packHash: 'abc' });
const { rules: _, ...withoutRules } = whole;
const inPage = withoutRules as PublishedPack;

describe('the pack of a page', () => {
  it('is what the page holds until somebody asks for all of it, which is loaded once', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(whole));
    const packs = createPackSource({ inPage, isWhole: false, fetch });
    const changed = vi.fn<() => void>();
    packs.subscribe(changed);
    expect(packs.current()).toBe(inPage);
    await Promise.all([packs.whole(), packs.whole()]);
    expect(packs.current()).toEqual(whole);
    expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/connect/meadow/pack.json?v=abc']);
    expect(changed).toHaveBeenCalledOnce();
  });

  it('is all there - no request', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>();
    expect(await createPackSource({ inPage: whole, isWhole: true, fetch }).whole()).toBe(whole);
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each([
    ['the network is gone', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a hotel answers', async () => new Response('<h1>Sign in</h1>')],
    ['it is another clinic’s', async () => Response.json({ ...whole, slug: 'lantern' })],
    ['it is half a pack', async () => Response.json(inPage)],
  ])('stays as it is, and is asked for again the next time - %s', async (_, answer) => {
    const fetch = vi.fn<typeof globalThis.fetch>(answer);
    const packs = createPackSource({ inPage, isWhole: false, fetch });
    await expect(packs.whole()).rejects.toThrow();
    expect(packs.current()).toBe(inPage);
    fetch.mockImplementation(async () => Response.json(whole));
    expect(await packs.whole()).toEqual(whole);
  });
});
