import { useEffect, useState } from 'react';
import type { Offer } from '../../../../sync/domain/discovery/discovery-index.ts';
import type { Catalogue } from '../../../shell/discovery/open-catalogue.ts';

/** `failed`: they can't be fetched. Undefined until it is known. */
export function useOffers(
  catalogue: Catalogue | undefined,
  treatment: string | undefined,
): readonly Offer[] | 'failed' | undefined {
  const [read, setRead] = useState<{ readonly of: string; readonly offers: readonly Offer[] | 'failed' }>();
  useEffect(() => {
    if (catalogue === undefined || treatment === undefined) return undefined;
    let current = true;
    const show = (offers: readonly Offer[] | 'failed') => {
      if (current) setRead({ of: treatment, offers });
    };
    catalogue.offersOf(treatment).then(show, () => show('failed'));
    return () => {
      current = false;
    };
  }, [catalogue, treatment]);
  return read?.of === treatment ? read?.offers : undefined;
}
