/** The way out of a release whose worker is broken: this one takes its place at once, and then leaves. */
import { cacheNames } from './cache-names.ts';
import { readScope } from './scope.ts';

/**
 * Removes the caches of this scope and the registration. Pages are not reloaded, because a patient may be in the middle of a
 * form: their next navigation goes to the network.
 */
export async function selfDestroy(
  worker: { readonly registration: { readonly scope: string; unregister(): Promise<boolean> } },
  caches: CacheStorage,
): Promise<void> {
  const names = cacheNames(readScope(worker.registration.scope));
  const own = (await caches.keys()).filter((name) => names.isOwn(name));
  await Promise.all(own.map((name) => caches.delete(name)));
  await worker.registration.unregister();
}
