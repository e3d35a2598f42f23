/** The index of all vendors as files, each named by the hash of what is in it. */
import { createHash } from 'node:crypto';
import { listPassages, type PassageIndex, type VendorPassages } from '../../../domain/assistant/passage.ts';
import { discoverySteps, type ListedVendor } from '../../../domain/discovery/build-index.ts';
import type { DiscoveryIndex, DiscoveryLink } from '../../../domain/discovery/discovery-index.ts';
import { inSlices } from '../../base/in-slices.ts';
import { type StoredFile, storeText } from '../../web/file-store.ts';
import { jsonSteps } from './json-steps.ts';

export interface PublishedDiscovery {
  readonly link: DiscoveryLink;
  readonly files: ReadonlyMap<string, StoredFile>;
}

export const FILES = '/discovery/files';

/**
 * In slices: of thousands of vendors it takes seconds, and requests are answered meanwhile.
 * @param asOf RFC 3339, a date: in no file, so that all processes name them alike
 * @param said what vendors say in their own words
 */
export const publishDiscovery = (
  listed: readonly ListedVendor[],
  asOf: string,
  said: readonly VendorPassages[] = [],
): Promise<PublishedDiscovery> => inSlices(publishing(listed, asOf, said));

function* publishing(
  listed: readonly ListedVendor[],
  asOf: string,
  said: readonly VendorPassages[],
): Generator<undefined, PublishedDiscovery> {
  const files = new Map<string, StoredFile>();
  function* publish(kind: string, content: unknown): Generator<undefined, string> {
    const text = yield* jsonSteps(content);
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    const name = `${kind}-${hash}.json`;
    yield;
    files.set(name, storeText(text, name));
    return `${FILES}/${name}`;
  }
  function* publishEach<Value>(kind: string, contents: Iterable<Value>): Generator<undefined, string[]> {
    const urls: string[] = [];
    for (const content of contents) {
      urls.push(yield* publish(kind, content));
    }
    return urls;
  }
  const { index, shards, rates } = yield* discoverySteps(listed);
  const priced = yield* publishEach('rates', Object.values(rates));
  const whole: DiscoveryIndex = {
    ...index,
    shards: yield* publishEach('vendors', shards),
    rates: Object.fromEntries(Object.keys(rates).map((concept, at) => [concept, priced[at] ?? ''])),
  };
  const spoken = yield* publishEach('said', said);
  const areas = new Map(listed.map(({ pack }) => [pack.slug, pack.serviceAreas]));
  const passages: PassageIndex = {
    v: 1,
    vendors: said.map((each, at) => listPassages(each, areas.get(each.slug), spoken[at])),
  };
  yield;
  const link = {
    ...{ asOf, vendors: index.vendors.length, concepts: Object.keys(index.concepts) },
    index: yield* publish('index', whole),
    ...(said.length > 0 ? { passages: yield* publish('passages', passages) } : {}),
  };
  return { link, files };
}
