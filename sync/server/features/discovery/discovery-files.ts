/** The index of all vendors as files, each named by the hash of what is in it. */
import { createHash } from 'node:crypto';
import type { PassageIndex, VendorPassages } from '../../../domain/assistant/passage.ts';
import { buildDiscovery, type ListedVendor } from '../../../domain/discovery/build-index.ts';
import type { DiscoveryIndex, DiscoveryLink } from '../../../domain/discovery/discovery-index.ts';
import { type StoredFile, storeText } from '../../web/file-store.ts';

export interface PublishedDiscovery {
  readonly link: DiscoveryLink;
  readonly files: ReadonlyMap<string, StoredFile>;
}

export const FILES = '/discovery/files';

/**
 * @param asOf RFC 3339, a date: in no file, so that all processes name them alike
 * @param said what vendors say in their own words
 */
export function publishDiscovery(
  listed: readonly ListedVendor[],
  asOf: string,
  said: readonly VendorPassages[] = [],
): PublishedDiscovery {
  const files = new Map<string, StoredFile>();
  const publish = (kind: string, content: unknown): string => {
    const text = JSON.stringify(content);
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    const name = `${kind}-${hash}.json`;
    files.set(name, storeText(text, name));
    return `${FILES}/${name}`;
  };
  const { index, shards, rates } = buildDiscovery(listed);
  const whole: DiscoveryIndex = {
    ...index,
    shards: shards.map((shard) => publish('vendors', shard)),
    rates: Object.fromEntries(
      Object.entries(rates).map(([concept, offers]) => [concept, publish('rates', offers)]),
    ),
  };
  const passages: PassageIndex = {
    v: 1,
    vendors: said.map((each) => ({
      ...{ slug: each.slug, name: each.name, url: publish('said', each) },
      serviceAreas: listed.find(({ pack }) => pack.slug === each.slug)?.pack.serviceAreas ?? [],
      concepts: [...new Set(each.passages.flatMap(({ concepts }) => concepts))],
    })),
  };
  const link = {
    ...{ asOf, vendors: index.vendors.length, concepts: Object.keys(index.concepts) },
    index: publish('index', whole),
    ...(said.length > 0 ? { passages: publish('passages', passages) } : {}),
  };
  return { link, files };
}
