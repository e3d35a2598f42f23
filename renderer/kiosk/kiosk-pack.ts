import type { CompiledVendorPack, PublishedPack } from '../../sync/domain/vendor/published-pack.ts';

function isPack(value: unknown): value is CompiledVendorPack {
  return (
    typeof value === 'object' &&
    value !== null &&
    'slug' in value &&
    typeof value.slug === 'string' &&
    'questionnaires' in value &&
    Array.isArray(value.questionnaires)
  );
}

/**
 * The vendor's pack as it was built beside this page. Whom is sealed to, and whose receipts count, the shell alone knows: here they stay empty.
 * @throws TypeError where it is none.
 */
export function readKioskPack(value: unknown): PublishedPack {
  if (!isPack(value)) throw new TypeError('The file beside this page is no vendor’s pack');
  return {
    ...value,
    receiptKeys: {},
    keyManifest: {
      v: 1,
      vendor: value.slug,
      issuedAt: '1970-01-01T00:00:00Z',
      keys: [],
      rootKey: '',
      endorsements: [],
      signature: '',
    },
  };
}
