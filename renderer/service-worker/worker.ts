/**
 * The worker's four moments: install (store build, pack, shell), activate (prune), fetch (answer from the stores), message
 * (take over, refresh the pack); and a fifth where the browser has Background Sync: send what waits. Each promise is numbered in the README.
 */
import { answerOr } from '../../sync/client/base/deadline.ts';
import { systemTimers } from '../../sync/client/base/system-clock.ts';
import { outboxTag } from '../platform/browser/outbox-tag.ts';
import {
  type BuildFile,
  fontsOf,
  pathsOf,
  pruneBuilds,
  storeBuild,
  storedBuildFile,
  storeFonts,
  withoutFonts,
} from './build-files.ts';
import { buildIdOf, cacheNames } from './cache-names.ts';
import { keepDiscoveryFile, storeDiscovery, storedDiscoveryFile } from './discovery-files.ts';
import { isWorkerRequest, type RefreshResult } from './messages.ts';
import { fetchPackIndex, prunePacks, storedPackFile, storedPackIndex, storePack } from './pack.ts';
import { createPageAnswers, OWN_DOCUMENT_MS, PAGE_MS, STORED_MS } from './page-answers.ts';
import { routeOf } from './route.ts';
import { readScope } from './scope.ts';
import { type Fetch, fetchShell, OtherBuild, storedPackHash, storedShell, storeShell } from './shell.ts';

/** Nothing is wrong: something is still on the device, and is sent with the next try. */
export class StillWaiting extends Error {
  override name = 'StillWaiting';
}

/** What it needs of ServiceWorkerGlobalScope. */
export interface WorkerHost {
  readonly registration: { readonly scope: string; update(): Promise<unknown> };
  readonly location: { readonly origin: string };
  readonly clients: { claim(): Promise<void> };
  /** `false` is certain: there is no network. */
  readonly navigator: { readonly onLine: boolean };
  skipWaiting(): Promise<void>;
  fetch(request: Request): Promise<Response>;
}

export interface WorkerDependencies {
  readonly worker: WorkerHost;
  readonly caches: CacheStorage;
  readonly fetch: Fetch;
  /** The build's files. */
  readonly files: readonly BuildFile[];
  /** Sends what a vendor's patient has finished; resolves with whether nothing waits any more. */
  readonly send: (vendor: string, pack: unknown) => Promise<boolean>;
}

export function createWorker({ worker, caches, fetch, files, send }: WorkerDependencies) {
  const scope = readScope(worker.registration.scope);
  const names = cacheNames(scope);
  const build = pathsOf(files);
  const buildId = buildIdOf([...build]);
  const stores = { caches, names, buildId };
  const usedPack = () => storedPackHash(caches, names, buildId, scope);
  const pages = createPageAnswers({
    worker,
    build,
    stored: () => storedShell(caches, names, buildId, scope),
  });

  /** Stores the pack, then the shell that names it; the shell comes last, because with it they count. */
  async function storeSpace(): Promise<string> {
    if (scope.kind === 'platform') {
      await storeFonts(fontsOf(files), fetch, stores);
      const shell = await fetchShell(scope, build, '', fetch);
      const index = await storeDiscovery(await shell.clone().text(), fetch, stores);
      await storeShell(caches, names, buildId, scope, shell);
      if (index !== undefined) await prunePacks(caches, names, index);
      return '';
    }
    const pack = await fetchPackIndex(scope, fetch);
    const shell = await fetchShell(scope, build, pack.packHash, fetch);
    await storePack(caches, names, scope, pack, fetch);
    await storeFonts(fontsOf(files, pack.typeface), fetch, stores);
    await storeShell(caches, names, buildId, scope, shell);
    return pack.packHash;
  }

  async function refresh(): Promise<RefreshResult> {
    const before = await usedPack();
    try {
      const packHash = await storeSpace();
      if (packHash === before) return { status: 'unchanged' };
      await prunePacks(caches, names, packHash);
      return { status: 'refreshed', packHash };
    } catch (error) {
      if (!(error instanceof OtherBuild)) return { status: 'unreachable' };
      await worker.registration.update();
      return { status: 'update-needed' };
    }
  }

  async function answerPack(request: Request): Promise<Response> {
    // A page that names its pack wants that one: the newest one may belong to another build.
    const wanted = new URL(request.url).searchParams.get('v');
    const named = wanted === null ? undefined : await storedPackIndex(caches, names, scope, wanted);
    if (named) return named;
    try {
      return await fetch(request.url, { cache: 'no-store', credentials: 'same-origin' });
    } catch (error) {
      const packHash = await usedPack();
      const stored =
        packHash === undefined ? undefined : await storedPackIndex(caches, names, scope, packHash);
      if (stored) return stored;
      throw error;
    }
  }

  /** Undefined leaves the request to the browser, as if there were no worker. */
  function answer(request: Request): Promise<Response> | undefined {
    const path = new URL(request.url).pathname;
    const route = routeOf(request, scope, worker.location.origin);
    const orNetwork = async (reading: Promise<Response | undefined>) => {
      const stored = reading.catch(() => undefined);
      const found = await answerOr(systemTimers, STORED_MS, stored, () => undefined);
      if (found !== undefined) return found;
      try {
        return await worker.fetch(request);
      } catch (error) {
        // Without a network there is nothing better to wait for.
        const late = await stored;
        if (late !== undefined) return late;
        throw error;
      }
    };
    switch (route) {
      case 'page':
        return pages.answer(request, PAGE_MS, pages.isOfThisBuild);
      case 'own-document':
        // Its powers are in the server's answer. Without a network it opens all the same, and has none.
        return pages.answer(request, OWN_DOCUMENT_MS);
      case 'public-page':
        return pages.answer(request, PAGE_MS);
      case 'discovery-file':
        return storedDiscoveryFile(stores, path).then(async (stored) => {
          if (stored) return stored;
          const file = await worker.fetch(request);
          await keepDiscoveryFile(stores, path, file.clone()).catch(() => undefined);
          return file;
        });
      case 'asset':
        return orNetwork(storedBuildFile(caches, names, buildId, path));
      case 'pack-file':
        return orNetwork(storedPackFile(caches, names, path));
      case 'pack':
        return answerPack(request);
      case 'browser':
        return undefined;
    }
  }

  return {
    async install(event: ExtendableEvent): Promise<void> {
      await storeBuild(event, withoutFonts(files), stores);
      await storeSpace();
    },
    async activate(): Promise<void> {
      await pruneBuilds(caches, names, buildId);
      const packHash = await usedPack();
      if (packHash) await prunePacks(caches, names, packHash);
      await worker.clients.claim();
    },
    answer,
    /**
     * A `sync` event: there is a network, perhaps without a page.
     * @throws where something still waits, so that the browser wakes the worker once more
     */
    async sync({ tag }: { readonly tag: string }): Promise<void> {
      if (scope.kind !== 'vendor' || tag !== outboxTag(scope.owner)) return;
      const packHash = await usedPack();
      const stored =
        packHash === undefined ? undefined : await storedPackIndex(caches, names, scope, packHash);
      if (stored && !(await send(scope.owner, await stored.json()))) throw new StillWaiting();
    },
    async receive(event: Pick<ExtendableMessageEvent, 'data' | 'ports'>): Promise<void> {
      if (!isWorkerRequest(event.data)) return;
      if (event.data.type === 'SKIP_WAITING') return worker.skipWaiting();
      event.ports[0]?.postMessage(await refresh());
    },
  };
}
