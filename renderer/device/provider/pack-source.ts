import { wholePackUrl } from '../../../sync/domain/vendor/page-pack.ts';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import type { Unsubscribe } from '../../platform/contract/contract.ts';

/** The vendor's pack: what the page holds of it, and all of it once a screen has asked. */
export interface PackSource {
  current(): PublishedPack;
  /** Resolves when all of it is there. After a failure the next call tries again. */
  whole(): Promise<PublishedPack>;
  subscribe(listener: () => void): Unsubscribe;
}

export interface PackSourceOptions {
  readonly inPage: PublishedPack;
  /** Whether the page holds all of it. */
  readonly isWhole: boolean;
  readonly fetch?: typeof globalThis.fetch;
}

export function createPackSource({
  inPage,
  isWhole,
  fetch = globalThis.fetch.bind(globalThis),
}: PackSourceOptions): PackSource {
  const listeners = new Set<() => void>();
  let current = inPage;
  let loading = isWhole ? Promise.resolve(inPage) : undefined;

  async function load(): Promise<PublishedPack> {
    const response = await fetch(wholePackUrl(inPage), { credentials: 'same-origin' });
    const body: unknown = await response.json();
    if (!response.ok || !isPackOf(inPage.slug, body)) throw new Error(`The pack answered ${response.status}`);
    current = body;
    for (const listener of listeners) listener();
    return body;
  }

  return {
    current: () => current,
    whole() {
      loading ??= load().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The server is trusted to serve packs; the page of a captive portal is none. */
function isPackOf(slug: string, value: unknown): value is PublishedPack {
  return (
    typeof value === 'object' && value !== null && 'slug' in value && value.slug === slug && 'rules' in value
  );
}
