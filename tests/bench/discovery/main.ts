/**
 * Finding care among many: `npm run bench -- discovery [--vendors 10000]`. Size of the index, what it takes to open and to search it, and how long a vendor's page takes
 * on a server that lists them all. Reports, and fails on no time.
 */
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildDiscovery } from '../../../sync/domain/discovery/build-index.ts';
import { type Discovery, openDiscovery } from '../../../sync/domain/discovery/search.ts';
import { publishDiscovery } from '../../../sync/server/features/discovery/discovery-files.ts';
import { madeUpVendors } from './made-up-vendors.ts';
import { comparePages } from './pages.ts';
import { percentiles, say } from './say.ts';

const { values } = parseArgs({ options: { vendors: { type: 'string', default: '10000' } } });
const count = Number(values.vendors);

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
const listed = madeUpVendors(count);
let from = performance.now();
const cpuBefore = process.cpuUsage();
const { link, files } = await publishDiscovery(listed, '2026-01-01');
const cpu = process.cpuUsage(cpuBefore);
say(
  `publishing ${count} vendors`,
  `${Math.round(performance.now() - from)} ms, CPU ${Math.round((cpu.user + cpu.system) / 1000)} ms`,
);
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
await comparePages(count);
