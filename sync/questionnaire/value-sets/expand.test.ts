import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../model/fhir-json.ts';
import { objectsOf } from '../model/fhir-json.ts';
import { type Expanded, type ExpandRequest, expandValueSets, MAX_CONCEPTS } from './expand.ts';
import { createTerminology } from './terminology.ts';
import { codes, expansion, fakeServer, never, page } from './testing/fake-server.ts';

const VS = 'http://example.org/vs';
const SERVER = 'https://tx.example.org/r4';
const needed = (canonical: string = VS, ...servers: string[]) => [
  { canonical, servers: servers.length > 0 ? servers : [SERVER] },
];

function run(
  reply: Parameters<typeof fakeServer>[0],
  request: Partial<ExpandRequest> = {},
): { readonly asked: readonly URL[]; readonly result: Promise<Expanded> } {
  const { fetch, asked } = fakeServer(reply);
  return {
    asked,
    result: expandValueSets({ needed: needed(), fetch, deadlineMs: 5000, ...request }),
  };
}

const codesOf = ([valueSet]: readonly JsonObject[]) => {
  const terminology = createTerminology(valueSet === undefined ? [] : [valueSet]);
  const set = terminology.valueSet(VS);
  return [set.status, set.options.length];
};

describe('a value set that a server expands', () => {
  it('is asked for by its url, with designations and in the language of the form', async () => {
    const { asked, result } = run(() => expansion(codes(0, 2)), {
      needed: needed(`${VS}|2.0`),
      language: 'es',
    });
    expect(codesOf((await result).valueSets)).toEqual(['ready', 2]);
    expect(asked.map((url) => `${url.origin}${url.pathname}`)).toEqual([`${SERVER}/ValueSet/$expand`]);
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      url: VS,
      valueSetVersion: '2.0',
      count: '1000',
      offset: '0',
      includeDesignations: 'true',
      displayLanguage: 'es',
    });
  });

  it.each([
    ['with a total', true],
    ['without a total', false],
  ])('is put together of its pages, %s', async (_name, hasTotal) => {
    const all = codes(0, 1700);
    const { asked, result } = run((url) => expansion(page(all, url), hasTotal ? { total: all.length } : {}));
    expect(codesOf((await result).valueSets)).toEqual(['ready', 1700]);
    expect(asked.map((url) => url.searchParams.get('offset'))).toEqual(['0', '1000']);
  });

  it('is whole where the server does not page and sends all at once, again and again', async () => {
    const { result } = run(() => expansion(codes(0, 1200)));
    expect(codesOf((await result).valueSets)).toEqual(['ready', 1200]);
  });

  it('keeps translations, scores and nesting, and nothing else', async () => {
    const score = { url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: 2 };
    const { result } = run(() =>
      expansion([
        {
          system: 'http://example.org',
          code: 'top',
          abstract: true,
          userData: 'x',
          contains: [
            {
              system: 'http://example.org',
              code: 'a',
              display: 'Yes',
              designation: [{ language: 'es', value: 'Sí', use: { code: 'x' } }],
              extension: [score, { url: 'http://example.org/other', valueString: 'x' }],
            },
          ],
        },
      ]),
    );
    const [valueSet] = (await result).valueSets;
    const [option] = createTerminology(valueSet ? [valueSet] : []).valueSet(VS).options;
    expect([option?.label.translations?.get('es'), option?.score]).toEqual(['Sí', 2]);
    expect(JSON.stringify(valueSet)).not.toMatch(/userData|other|"use"/);
  });

  it('is asked of the next server where one fails', async () => {
    const { asked, result } = run(
      (url) => (url.hostname === 'b.example.org' ? expansion(codes(0, 1)) : undefined),
      { needed: needed(VS, 'https://a.example.org', 'https://b.example.org', 'https://c.example.org') },
    );
    expect((await result).valueSets).toHaveLength(1);
    expect(asked.map((url) => url.hostname)).toEqual(['a.example.org', 'b.example.org']);
  });
});

describe('a value set that can not be had stays not at hand', () => {
  const tooLong = () => new Response(`{"x":"${'a'.repeat(2_100_000)}"}`);
  it.each([
    ['the server refuses', () => new Response('', { status: 500 }), 'refused'],
    ['there is no network', () => Promise.reject(new TypeError('failed to fetch')), 'unreachable'],
    ['the answer is no JSON', () => new Response('<html>'), 'unreadable'],
    ['the answer is no ValueSet', () => Response.json({ resourceType: 'OperationOutcome' }), 'unreadable'],
    ['the answer has no expansion', () => Response.json({ resourceType: 'ValueSet' }), 'unreadable'],
    ['the answer has no body', () => new Response(null), 'refused'],
    ['a page is missing', () => expansion([], { total: 5 }), 'unreadable'],
    ['the answer is too long', tooLong, 'too-large'],
    ['there are too many concepts', () => expansion(codes(0, 1), { total: MAX_CONCEPTS + 1 }), 'too-large'],
    [
      'the pages never end',
      (url: URL) => {
        const offset = Number(url.searchParams.get('offset'));
        return expansion(codes(offset, offset + 1000));
      },
      'too-large',
    ],
  ])('where %s', async (_name, reply, reason) => {
    const { result } = run(reply);
    expect(await result).toEqual({ valueSets: [], missing: [{ canonical: VS, reason }] });
  });

  it.each([
    'http://tx.example.org',
    'https://user:secret@tx.example.org',
    'ftp://tx.example.org',
    'file:///etc/passwd',
    'http://localhost.example.org',
    'tx.example.org',
    '',
  ])('where its server is %j, which is not asked', async (server) => {
    const { asked, result } = run(() => expansion(codes(0, 1)), {
      needed: [{ canonical: VS, servers: [server] }],
    });
    expect((await result).missing).toEqual([{ canonical: VS, reason: 'address' }]);
    expect(asked).toEqual([]);
  });

  it.each(['http://localhost:8080/fhir', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'but is had from this machine at %s',
    async (server) => {
      const { result } = run(() => expansion(codes(0, 1)), { needed: needed(VS, server) });
      expect((await result).valueSets).toHaveLength(1);
    },
  );

  it('where the form prefers no server', async () => {
    const { result } = run(() => undefined, { needed: [{ canonical: VS, servers: [] }] });
    expect((await result).missing).toEqual([{ canonical: VS, reason: 'no-server' }]);
  });

  it('where the deadline passes, even if the server never lets go', async () => {
    const { result } = run(never, { deadlineMs: 20 });
    expect((await result).missing).toEqual([{ canonical: VS, reason: 'too-late' }]);
  });

  it('where the body never ends', async () => {
    const stalls = () => new Response(new ReadableStream({ start: () => undefined }));
    const { result } = run(stalls, { deadlineMs: 20 });
    expect((await result).missing).toEqual([{ canonical: VS, reason: 'too-late' }]);
  });

  it('where the caller gives up, and is asked of nobody afterwards', async () => {
    const controller = new AbortController();
    controller.abort();
    const { asked, result } = run(() => expansion(codes(0, 1)), { signal: controller.signal });
    expect((await result).missing).toEqual([{ canonical: VS, reason: 'too-late' }]);
    expect(asked).toEqual([]);
  });

  it('while the others are had', async () => {
    const list = Array.from({ length: 9 }, (_, index) => ({
      canonical: `${VS}${index}`,
      servers: [SERVER],
    }));
    const { result } = run(
      (url) => (url.searchParams.get('url') === `${VS}4` ? undefined : expansion(codes(0, 1))),
      { needed: list },
    );
    const { valueSets, missing } = await result;
    expect(valueSets.map(({ url }) => url)).toEqual(
      list.filter((_, index) => index !== 4).map(({ canonical }) => canonical),
    );
    expect(missing).toEqual([{ canonical: `${VS}4`, reason: 'refused' }]);
  });
});

describe('an expansion', () => {
  const memory = () => {
    const kept = new Map<string, unknown>();
    return {
      kept,
      get: async (key: string) => kept.get(key),
      set: async (key: string, value: unknown) => {
        kept.set(key, value);
      },
    };
  };

  it('that was kept is not asked for again, unless server or language differ', async () => {
    const cache = memory();
    const { fetch, asked } = fakeServer(() => expansion(codes(0, 2)));
    const go = (rest: Partial<ExpandRequest> = {}) =>
      expandValueSets({ needed: needed(), fetch, cache, deadlineMs: 5000, ...rest });
    const first = await go();
    expect(await go()).toEqual(first);
    expect(asked).toHaveLength(1);
    await go({ language: 'ar' });
    await go({ needed: needed(VS, 'https://other.example.org') });
    expect(asked).toHaveLength(3);
    expect(cache.kept.size).toBe(3);
  });

  it('that was kept damaged is asked for again', async () => {
    const cache = { ...memory(), get: async () => ({ resourceType: 'ValueSet', url: VS, expansion: 7 }) };
    const { asked, result } = run(() => expansion(codes(0, 2)), { cache });
    expect(codesOf((await result).valueSets)).toEqual(['ready', 2]);
    expect(asked).toHaveLength(1);
  });

  it('is had where the cache fails', async () => {
    const cache = {
      get: () => Promise.reject(new Error('disk')),
      set: () => Promise.reject(new Error('disk')),
    };
    const { result } = run(() => expansion(codes(0, 2)), { cache });
    expect(codesOf((await result).valueSets)).toEqual(['ready', 2]);
  });

  it('nested without end is cut, not followed', async () => {
    let nested: JsonObject = { system: 'http://example.org', code: 'leaf' };
    for (let depth = 0; depth < 1500; depth += 1) nested = { code: `c${depth}`, contains: [nested] };
    const { result } = run(() => expansion([nested]));
    const [valueSet] = (await result).valueSets;
    expect(objectsOf(valueSet?.expansion ? [valueSet.expansion] : [])).toHaveLength(1);
    expect(JSON.stringify(valueSet)).not.toContain('leaf');
  });
});
