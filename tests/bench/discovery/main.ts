/**
 * Finding care among many: `npm run bench -- discovery [--vendors 10000]`. Size of the index, what it takes to open and to search it, and how long a vendor's page takes
 * on a server that lists them all. Reports, and fails on no time.
 */
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildDiscovery, type ListedVendor } from '../../../sync/domain/discovery/build-index.ts';
import { concepts } from '../../../sync/domain/discovery/concepts.ts';
import { type Discovery, openDiscovery } from '../../../sync/domain/discovery/search.ts';
import { unitedStates } from '../../../sync/domain/places/places-united-states.ts';
import { testPack, testQuestionnaire } from '../../../sync/domain/testing/fixture-clinic.ts';
import { productOf, shopOf } from '../../../sync/domain/testing/fixture-shop.ts';
import { publishDiscovery } from '../../../sync/server/features/discovery/discovery-files.ts';

const { values } = parseArgs({ options: { vendors: { type: 'string', default: '10000' } } });
const count = Number(values.vendors);

/** The same vendors at each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const FIRST =
  'Aspen Birch Cedar Dogwood Elm Fir Ginkgo Hazel Ivy Juniper Laurel Maple Oak Pine Rowan Spruce Willow Yew'.split(
    ' ',
  );
const SECOND =
  'Bay Bridge Brook Field Garden Harbor Hill Lake Meadow Mill Park Point Ridge River Square Street Valley View'.split(
    ' ',
  );
const THIRD = 'Care Clinic Doctors Health Medical Men Online Pharmacy Telehealth Wellness Women'.split(' ');
const WORDS =
  'answers at body calm care clear close day doctor every family friendly from gentle good hand health help home honest hour kind life listening local near night open people plain quiet simple skin time today trust well your'.split(
    ' ',
  );

function vendors(): readonly ListedVendor[] {
  const random = createRandom(7);
  const oneOf = <Value>(list: readonly Value[]): Value => list[random(list.length)] as Value;
  const conditions = concepts.filter(({ kind }) => kind === 'condition');
  const substances = concepts.filter(({ kind }) => kind === 'substance');
  return Array.from({ length: count }, (_, number): ListedVendor => {
    const name = `${oneOf(FIRST)} ${oneOf(SECOND)} ${oneOf(THIRD)} ${number}`;
    const sentence = () => Array.from({ length: 5 }, () => oneOf(WORDS)).join(' ');
    const treated = [oneOf(conditions), oneOf(conditions)];
    const places = Array.from({ length: 1 + random(12) }, () => oneOf(unitedStates)[0]);
    return {
      pack: {
        ...testPack(),
        ...{ slug: `vendor-${number}`, name, tagline: { en: sentence(), es: sentence() } },
        serviceAreas: [...new Set(places)].map((place) => ({ place, modality: oneOf(['async', 'live']) })),
        questionnaires: treated.map((concept, at) =>
          testQuestionnaire({
            slug: `form-${at}`,
            title: concept.name,
            price: { amount: random(8) * 1000, currency: 'USD' },
          }),
        ),
      },
      catalog: {
        products: Array.from({ length: 3 }, (__, at) => {
          const substance = oneOf(substances);
          return productOf(`product-${at}`, {
            ...{ kind: 'rx', questionnaire: 'form-0', ingredients: [...(substance.ingredients ?? [])] },
            fulfillment: [oneOf(['mail', 'pickup'] as const)],
          });
        }),
        shop: shopOf(),
      },
    };
  });
}

const QUESTIONS = [
  ...[
    'hair loss',
    'UTI',
    'viagra',
    'infeccion de orina',
    'حرقة البول',
    'blader infecton',
    'oak meadow clinic',
  ],
  ...[
    'willow',
    'pine',
    'gentle care',
    'listening at night',
    'sildenafil',
    'stop smoking',
    'clinic 7312',
    'zzzz',
  ],
];

function percentiles(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(2);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms`;
}

function timed(discovery: Discovery, filters: Parameters<Discovery['search']>[1]): string {
  const times: number[] = [];
  for (let round = 0; round < 40; round += 1)
    for (const question of QUESTIONS) {
      const from = performance.now();
      discovery.search(question, filters);
      times.push(performance.now() - from);
    }
  return percentiles(times.slice(QUESTIONS.length * 5));
}

const heap = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
const say = (what: string, figure: string, target = '') =>
  console.log(`${what.padEnd(44)} ${figure.padEnd(44)} ${target}`);

const listed = vendors();
let from = performance.now();
const { link, files } = publishDiscovery(listed, '2026-01-01');
say(`publishing ${count} vendors`, `${Math.round(performance.now() - from)} ms`);
const file = files.get(link.index.split('/').at(-1) ?? '');
const text = (await file?.body('identity'))?.toString() ?? '{}';
say('index', `${kilobytes(text.length)}, gzipped ${kilobytes(gzipSync(text).length)}`, '<= 500 kB gzipped');
const { index } = buildDiscovery(listed);
say('  names', `gzipped ${kilobytes(gzipSync(JSON.stringify(index.names)).length)}`);
say('  concepts', `gzipped ${kilobytes(gzipSync(JSON.stringify(index.concepts)).length)}`);
say('  places', `gzipped ${kilobytes(gzipSync(JSON.stringify(index.places)).length)}`);
const sizes: number[] = [];
for (const [name, each] of files) if (!name.startsWith('index')) sizes.push((await each.body('gzip')).length);
say('other files', `${sizes.length}, largest gzipped ${kilobytes(Math.max(...sizes))}`);
const before = heap();
from = performance.now();
const discovery = await openDiscovery(JSON.parse(text));
say('opening it', `${Math.round(performance.now() - from)} ms`);
say('memory', kilobytes(heap() - before), globalThis.gc ? '' : '(rough: node --expose-gc is exact)');
say('search', timed(discovery, {}), 'p50 < 5 ms');
say('search under filters', timed(discovery, { place: 'US-OH', price: 25, way: 'mail' }), 'p50 < 5 ms');
