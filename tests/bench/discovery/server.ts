/** A server with three real vendors, and as many made-up ones beside them as it is told: pages and index alone, without a database. */
import { resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import type { ListedVendor } from '../../../sync/domain/discovery/build-index.ts';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import type { Core } from '../../../sync/server/core/feature.ts';
import { discovery } from '../../../sync/server/features/discovery/feature.ts';
import { catalogs } from '../../../sync/server/features/shop/feature.ts';
import { guardAccess } from '../../../sync/server/http/access/access.ts';
import { readPacks } from '../../../sync/server/packs/read-packs.ts';
import type { Vendor } from '../../../sync/server/packs/vendor-directory.ts';
import { addWebRoutes } from '../../../sync/server/web/web-routes.ts';
import { madeUpVendors } from './made-up-vendors.ts';

const root = resolve(import.meta.dirname, '../../..');
const REAL = 3;

function vendorOf(pack: object, filesDir: string): Vendor {
  return {
    pack: { receiptKeys: {}, keyManifest: {}, ...pack } as unknown as PublishedPack,
    ...{ filesDir, offers: new Map(), legal: [] },
    definition: async () => undefined,
  };
}

async function open(count: number) {
  const compiled = (await readPacks(resolve(root, 'dist/vendors'))).slice(-REAL);
  const madeUp = madeUpVendors(Math.max(0, count - REAL));
  const all = [
    ...compiled.map(({ pack, filesDir }) => vendorOf(pack, filesDir)),
    ...madeUp.map(({ pack }) => vendorOf(pack, resolve(root, 'dist/vendors/nobody'))),
  ];
  const bySlug = new Map(all.map((vendor) => [vendor.pack.slug, vendor]));
  const sold = new Map<string, ListedVendor['catalog']>(
    madeUp.map(({ pack, catalog }) => [pack.slug, catalog]),
  );
  const vendors = { all, find: (slug: string) => bySlug.get(slug) };
  const core = { vendors, logger: console, now: () => new Date(), services: new Map() } as unknown as Core;
  catalogs.provide(core, {
    of: async (slug) => {
      const catalog = sold.get(slug);
      return catalog && { ...catalog, serviceAreas: [] };
    },
  });
  const opened = discovery.open(core);
  const app = Fastify();
  await app.register(cookie);
  const nobody = async () => undefined;
  const unproven = () => {
    throw new Error('Nobody proves anything here');
  };
  guardAccess(app, {
    ...{ vendors, proveDevice: unproven, findStaff: nobody, findKiosk: nobody },
    ...{ findPatient: nobody, findOrder: nobody },
  });
  opened.addRoutes?.(app);
  await addWebRoutes(app, {
    ...{ vendors, webDir: resolve(root, 'dist/web'), methodsOf: () => ['GET'] },
    refreshKeys: nobody,
    platformData: async () => (await opened.platformData?.()) ?? {},
  });
  return { app, publish: () => opened.platformData?.() };
}

/** What the benchmark is told. */
export type ServerReport =
  | { readonly kind: 'listening'; readonly port: number }
  | {
      readonly kind: 'published';
      readonly ms: number;
      readonly cpuMs: number;
      /** The longest that anything had to wait for its turn. */
      readonly stallMs: number;
      readonly heapBytes: number;
    };
const tell = (report: ServerReport) => process.send?.(report);

const { app, publish } = await open(Number(process.argv[2]));
// Published where the benchmark says so: it asks for pages meanwhile.
const publishWatched = async () => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await sleep(200);
  delay.reset();
  const from = performance.now();
  const before = process.cpuUsage();
  await publish();
  const { user, system } = process.cpuUsage(before);
  const stallMs = delay.max / 1e6;
  delay.disable();
  const ms = performance.now() - from;
  await sleep(500);
  globalThis.gc?.();
  const heapBytes = process.memoryUsage().heapUsed;
  tell({ kind: 'published', ms, cpuMs: (user + system) / 1000, stallMs, heapBytes });
};
process.once('message', () => void publishWatched());
app.server.listen(0, '127.0.0.1', () => {
  const address = app.server.address();
  if (typeof address === 'object' && address !== null) tell({ kind: 'listening', port: address.port });
});
await app.ready();
