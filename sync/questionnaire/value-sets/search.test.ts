import { describe, expect, it } from 'vitest';
import { type SearchRequest, searchValueSet } from './search.ts';
import { codes, expansion, fakeServer, never } from './testing/fake-server.ts';

const base = {
  canonical: 'http://example.org/vs|2.0',
  server: 'https://tx.example.org/r4/',
  filter: 'head',
  deadlineMs: 5000,
} satisfies Partial<SearchRequest>;

describe('a search in a value set', () => {
  it('asks for the matches of what was typed, and says whether there are more', async () => {
    const { fetch, asked } = fakeServer(() => expansion(codes(0, 2), { total: 40 }));
    expect(await searchValueSet({ ...base, fetch, count: 2, language: 'es' })).toEqual({
      ok: true,
      codings: [
        { system: 'http://example.org', code: 'c0', display: 'Concept 0' },
        { system: 'http://example.org', code: 'c1', display: 'Concept 1' },
      ],
      more: true,
    });
    expect(asked[0]?.pathname).toBe('/r4/ValueSet/$expand');
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      url: 'http://example.org/vs',
      valueSetVersion: '2.0',
      filter: 'head',
      count: '2',
      displayLanguage: 'es',
    });
  });

  it('gives no more than were wanted, none that is abstract or inactive, and nested ones too', async () => {
    const contains = [
      { code: 'top', abstract: true, contains: codes(0, 3) },
      { code: 'old', inactive: true },
      ...codes(3, 9),
    ];
    const { fetch } = fakeServer(() => expansion(contains));
    const found = await searchValueSet({ ...base, fetch, count: 4 });
    expect(found.ok && found.codings.map(({ code }) => code)).toEqual(['c0', 'c1', 'c2', 'c3']);
    expect(found).toMatchObject({ more: true });
  });

  it('asks for at most a hundred, by at most two hundred characters', async () => {
    const { fetch, asked } = fakeServer(() => expansion([]));
    await searchValueSet({ ...base, fetch, count: 5000, filter: 'x'.repeat(5000) });
    expect(asked[0]?.searchParams.get('count')).toBe('100');
    expect(asked[0]?.searchParams.get('filter')).toHaveLength(200);
  });

  it.each([
    ['refused', 'https://tx.example.org', () => undefined],
    ['unreadable', 'https://tx.example.org', () => Response.json({ resourceType: 'Bundle' })],
    ['too-late', 'https://tx.example.org', never],
    ['address', 'http://tx.example.org', () => expansion(codes(0, 1))],
  ])('finds nothing, without a throw: %s', async (reason, server, reply) => {
    const { fetch } = fakeServer(reply);
    expect(await searchValueSet({ ...base, server, fetch, deadlineMs: 20 })).toEqual({ ok: false, reason });
  });
});
