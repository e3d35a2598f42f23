/** The entry of `/sw.js`: hands the browser's events to the worker. */
import type { BuildFile } from './build-files.ts';
import { selfDestroy } from './self-destroy.ts';
import { createWorker } from './worker.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly BuildFile[] };
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
  });
  self.addEventListener('install', (event) => event.waitUntil(worker.install(event)));
  self.addEventListener('activate', (event) => event.waitUntil(worker.activate()));
  self.addEventListener('fetch', (event) => {
    const response = worker.answer(event.request);
    if (response) event.respondWith(response);
  });
  self.addEventListener('message', (event) => event.waitUntil(worker.receive(event)));
}
