/** The entry of `/sw.js`: hands the browser's events to the worker. */
import type { PublishedPack } from '../../sync/domain/vendor/published-pack.ts';
import { sendInBackground } from '../platform/browser/background-sender.ts';
import type { BuildFile } from './build-files.ts';
import { selfDestroy } from './self-destroy.ts';
import { createWorker } from './worker.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly BuildFile[] };
/** Background Sync (WICG draft), which TypeScript's library doesn't have. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}
const isSync = (event: Event): event is SyncEvent => 'tag' in event && 'waitUntil' in event;
/** Set by the build. */
declare const __SELF_DESTROY__: boolean;

if (__SELF_DESTROY__) {
  self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
  self.addEventListener('activate', (event) => event.waitUntil(selfDestroy(self, self.caches)));
} else {
  const files = self.__WB_MANIFEST;
  const worker = createWorker({
    worker: self,
    caches: self.caches,
    fetch: (url, init) => self.fetch(url, init),
    files,
    send: (vendor, pack) =>
      sendInBackground({
        vendor,
        // The worker itself has stored it, as its vendor's.
        pack: pack as PublishedPack,
        origin: self.location.origin,
        fetch: (url, init) => self.fetch(url, init),
      }),
  });
  self.addEventListener('install', (event) => event.waitUntil(worker.install(event)));
  self.addEventListener('activate', (event) => event.waitUntil(worker.activate()));
  self.addEventListener('fetch', (event) => {
    const response = worker.answer(event.request);
    if (response) event.respondWith(response);
  });
  self.addEventListener('sync', (event) => {
    if (isSync(event)) event.waitUntil(worker.sync(event));
  });
  self.addEventListener('message', (event) => event.waitUntil(worker.receive(event)));
}
