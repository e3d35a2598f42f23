/** The app's files of a build, and of the one before it. */
import { PrecacheController } from 'workbox-precaching';
import { PLATFORM_TYPEFACE, typefaceFiles } from '../../sync/domain/vendor/typeface-files.ts';
import type { CacheNames } from './cache-names.ts';
import { type Fetch, ForeignResponse } from './shell.ts';

/** As workbox writes it into the worker: names carry hashes, so that revisions are null. */
export interface BuildFile {
  readonly url: string;
  readonly revision: string | null;
}

/** The build in use and the one before it, which pages that didn't ask for the update still run on. */
const KEPT_BUILDS = 2;

/** Absolute paths of the build's files. */
export function pathsOf(files: readonly BuildFile[]): ReadonlySet<string> {
  return new Set(files.map(({ url }) => (url.startsWith('/') ? url : `/${url}`)));
}

const isFont = ({ url }: BuildFile) => url.endsWith('.woff2');

/** The type of one vendor, and the one that Arabic is written in: the others' are nothing to this device. */
export function fontsOf(files: readonly BuildFile[], typeface = PLATFORM_TYPEFACE): readonly BuildFile[] {
  const isOwn = ({ url }: BuildFile) =>
    url.includes('-arabic-') || typefaceFiles(typeface).some((start) => url.includes(`/${start}-`));
  return files.filter((file) => isFont(file) && isOwn(file));
}

export const withoutFonts = (files: readonly BuildFile[]) => files.filter((file) => !isFont(file));

/** Stores what of these isn't there yet. @throws where one can't be fetched */
export async function storeFonts(
  fonts: readonly BuildFile[],
  fetch: Fetch,
  { caches, names, buildId }: Build,
): Promise<void> {
  const cache = await caches.open(names.build(buildId));
  for (const path of pathsOf(fonts)) {
    if (await cache.match(path)) continue;
    const known = await storedBuildFile(caches, names, buildId, path);
    const font = known ?? (await fetch(path, { credentials: 'same-origin' }));
    if (!font.ok || font.redirected) throw new ForeignResponse(path);
    await cache.put(path, font);
  }
}

interface Build {
  readonly caches: CacheStorage;
  readonly names: CacheNames;
  readonly buildId: string;
}

/** What another build had, too, isn't fetched again: names carry hashes. */
export async function copyKnownFiles(
  files: readonly BuildFile[],
  { caches, names, buildId }: Build,
): Promise<void> {
  const cache = await caches.open(names.build(buildId));
  for (const path of pathsOf(files)) {
    const known = await storedBuildFile(caches, names, buildId, path);
    if (known) await cache.put(path, known);
  }
}

/** Stores every file of the build; rejects, and so fails the installation, where one is missing. */
export async function storeBuild(
  event: ExtendableEvent,
  files: readonly BuildFile[],
  build: Build,
): Promise<void> {
  await copyKnownFiles(files, build);
  const cacheName = build.names.build(build.buildId);
  const controller = new PrecacheController({ cacheName, fallbackToNetwork: false });
  controller.addToCacheList([...pathsOf(files)].map((url) => ({ url, revision: null })));
  await controller.install(event);
}

export async function storedBuildFile(
  caches: CacheStorage,
  names: CacheNames,
  buildId: string,
  path: string,
): Promise<Response | undefined> {
  const current = names.build(buildId);
  const older = (await caches.keys()).filter((name) => name.startsWith(names.builds) && name !== current);
  for (const name of [current, ...older.reverse()]) {
    const found = await (await caches.open(name)).match(path, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

/** Removes builds, and their shells, that no page runs on any more. */
export async function pruneBuilds(caches: CacheStorage, names: CacheNames, buildId: string): Promise<void> {
  const builds = (await caches.keys()).filter(
    (name) => name.startsWith(names.builds) && name !== names.build(buildId),
  );
  const kept = new Set([
    buildId,
    ...builds.slice(-(KEPT_BUILDS - 1)).map((name) => name.slice(names.builds.length)),
  ]);
  for (const name of await caches.keys()) {
    for (const start of [names.builds, names.shells]) {
      if (name.startsWith(start) && !kept.has(name.slice(start.length))) await caches.delete(name);
    }
  }
}
