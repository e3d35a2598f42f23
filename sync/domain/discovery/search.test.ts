import { describe, expect, test } from 'vitest';
import { buildDiscovery } from './build-index.ts';
import { type Discovery, type Filters, openDiscovery } from './search.ts';
import { grove, indexOf, listed } from './testing/listed-vendor.ts';

const [ASPEN, BIRCH, CEDAR] = [0, 1, 2];
const discovery: Discovery = await openDiscovery(indexOf());

function found(question: string, filters: Filters = {}) {
  const { concepts, vendors, isPartial } = discovery.search(question, filters);
  return {
    concepts: concepts.map(({ concept, vendors: at }) => [concept.id, ...at]),
    vendors,
    ...(isPartial && { isPartial }),
  };
}

describe('a question', () => {
  test.each([
    ['UTI', 'urinary-infection', BIRCH],
    ['urinary tract infection', 'urinary-infection', BIRCH],
    ['infeccion de orina', 'urinary-infection', BIRCH],
    ['التهاب المثانه', 'urinary-infection', BIRCH],
    ['حُرقة البول', 'urinary-infection', BIRCH],
    ['something for my hair loss', 'hair-loss', BIRCH],
    ['calvicie', 'hair-loss', BIRCH],
    ['Viagra', 'sildenafil', ASPEN],
    ['فياجرا', 'sildenafil', ASPEN],
  ])('finds what it means in any language: %s', (question, concept, vendor) => {
    expect(found(question).concepts[0]?.slice(0, 2)).toEqual([concept, vendor]);
  });

  test.each([
    ['erectile disfunction', 'erectile-dysfunction'],
    ['sildenafill', 'sildenafil'],
    ['hairr loss', 'hair-loss'],
    ['cistitiss', 'urinary-infection'],
  ])('may be mistyped: %s', (question, concept) => {
    expect(found(question).concepts.map(([id]) => id)).toContain(concept);
  });

  test('finds a clinic by its name and by its words, while it is typed', () => {
    expect(found('birc').vendors).toEqual([BIRCH]);
    expect(found('doctor at home')).toEqual({ concepts: [], vendors: [CEDAR] });
    expect(found('البتولا').vendors).toEqual([BIRCH]);
  });

  test('that nothing answers as a whole is answered by some of its words, and that is said', () => {
    expect(found('hair transplant')).toEqual({
      concepts: [['hair-loss', BIRCH, CEDAR]],
      vendors: [],
      isPartial: true,
    });
  });

  test('that nothing answers finds nothing', () => {
    expect(found('xylophone')).toEqual({ concepts: [], vendors: [] });
    expect(found('')).toEqual({ concepts: [], vendors: [] });
  });

  test('about something that only sounds alike doesn’t find it, and that is said', () => {
    const kidney = discovery.search('kidney infection');
    expect(kidney.concepts).toEqual([]);
    expect(kidney.isElsewhere).toBe(true);
    expect(discovery.search('bladder infection').isElsewhere).toBe(false);
  });
});

describe('C47: a mistake is forgiven in a long word, and never in a figure', () => {
  const names = Array.from({ length: 500 }, (_, at) => listed(`c${at}`, `Clinic ${1000 + at}`));
  const many = openDiscovery(indexOf(names));

  test('a figure finds itself alone', async () => {
    expect((await many).search('1234').vendors).toEqual([234]);
  });

  test('a short word doesn’t find its neighbors', () => {
    expect(found('heir').concepts).toEqual([]);
    expect(found('hair').concepts.map(([id]) => id)).toContain('hair-loss');
  });
});

describe('a filter', () => {
  test.each([
    ['US-CA', [ASPEN, BIRCH]],
    ['US-NY', [BIRCH]],
    ['US-LA', []],
    ['GB-SCT', [CEDAR]],
    ['IE', []],
  ])('by place keeps who serves it, by the most exact entry: %s', (place, vendors) => {
    expect(discovery.vendorsFor({ place })).toEqual(vendors);
  });

  test('by price keeps what costs no more, condition by condition', () => {
    expect(found('hair loss', { price: 0 }).concepts).toEqual([['hair-loss', BIRCH]]);
    expect(found('hair loss', { price: 50 }).concepts).toEqual([['hair-loss', BIRCH, CEDAR]]);
    expect(found('erectile', { price: 25 }).concepts).toEqual([]);
  });

  test('by way and language keeps who delivers so and speaks it', () => {
    expect(discovery.vendorsFor({ way: 'pickup' })).toEqual([CEDAR]);
    expect(discovery.vendorsFor({ language: 'ar' })).toEqual([BIRCH]);
  });

  test('that leaves nothing is named', () => {
    const none = discovery.search('hair loss', { place: 'US-CA', language: 'ar', way: 'mail' });
    expect(none.concepts).toEqual([]);
    expect(none.widen).toEqual(['way']);
  });
});

describe('in Britain (decision 23)', () => {
  const { index, shards, rates } = buildDiscovery(grove);

  test('nothing that is published of a British vendor names a prescription medicine', () => {
    const [british] = shards.flat().filter(({ slug }) => slug === 'cedar');
    expect(JSON.stringify(british)).not.toMatch(/finasteride/i);
    expect(british?.products.map(({ slug }) => slug)).toEqual(['minoxidil']);
    expect(Object.keys(index.concepts)).not.toContain('finasteride');
    const offers = Object.values(rates)
      .flat()
      .filter(({ vendor }) => vendor.slug === 'cedar');
    expect(JSON.stringify(offers)).not.toMatch(/finasteride/i);
    expect(JSON.stringify(offers)).toMatch(/minoxidil/i);
  });

  test('nobody who is there is told of another country’s', () => {
    const everywhere = openDiscovery(
      indexOf(
        grove.map(({ pack, catalog }) => ({
          pack: { ...pack, serviceAreas: [{ place: 'GB', modality: 'async' as const }] },
          catalog,
        })),
      ),
    );
    return everywhere.then(({ search, offered }) => {
      expect(search('sildenafil', { place: 'GB-ENG' }).concepts).toEqual([]);
      expect(offered({ place: 'GB-ENG' }).map(({ concept }) => concept.id)).not.toContain('sildenafil');
      expect(offered().map(({ concept }) => concept.id)).toContain('sildenafil');
    });
  });
});
