import type { Scope } from './scope.ts';

export interface CacheNames {
  /** The app's files of one build. */
  build(buildId: string): string;
  /** The served HTML that belongs to one build. */
  shell(buildId: string): string;
  /** One version of the vendor's pack. */
  pack(packHash: string): string;
  /** Definitions and legal texts that outlive their pack. */
  readonly kept: string;
  readonly builds: string;
  readonly shells: string;
  readonly packs: string;
  /** Whether this worker made the cache; others below `v:{vendor}:` belong to the pages. */
  isOwn(name: string): boolean;
}

/** `~` can't occur in a vendor's slug, so that the platform's names never meet a vendor's. */
export function cacheNames({ owner }: Scope): CacheNames {
  const prefix = `v:${owner}:`;
  const builds = `${prefix}build:`;
  const shells = `${prefix}shell:`;
  const packs = `${prefix}pack:`;
  const kept = `${prefix}kept`;
  return {
    build: (buildId) => builds + buildId,
    shell: (buildId) => shells + buildId,
    pack: (packHash) => packs + packHash,
    kept,
    builds,
    shells,
    packs,
    isOwn: (name) => name === kept || [builds, shells, packs].some((start) => name.startsWith(start)),
  };
}

/** Of any owner: what the network brings again. Definitions that a draft may need stay, and so does whatever isn't the worker's. */
export const isReplaceable = (name: string): boolean => /^v:[^:]+:(?:build|shell|pack):/.test(name);

/**
 * Names a build by its files, whose own names carry their hashes. 53 bits: enough to tell builds apart, and nothing
 * depends on its being hard to forge.
 */
export function buildIdOf(urls: readonly string[]): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const character of urls.toSorted().join('\n')) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
