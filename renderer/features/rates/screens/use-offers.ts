import { useEffect, useState } from 'react';
import type { Offer } from '../../../../sync/domain/discovery/discovery-index.ts';
import type { Catalogue } from '../../../shell/discovery/open-catalogue.ts';

export type OffersState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly offers: readonly Offer[] }
  /** They can't be fetched, which isn't that there are none. */
  | { readonly status: 'failed'; readonly retry: () => void };

/** What everybody asks for a treatment. @param treatment undefined before one is chosen */
export function useOffers(catalogue: Catalogue | undefined, treatment: string | undefined): OffersState {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<{ readonly of: string; readonly offers?: readonly Offer[] }>();
  const wanted = `${attempt} ${treatment}`;
  useEffect(() => {
    if (catalogue === undefined || treatment === undefined) return undefined;
    let current = true;
    const settle = (offers?: readonly Offer[]) => {
      if (current) setSettled({ of: wanted, ...(offers && { offers }) });
    };
    catalogue.offersOf(treatment).then(settle, () => settle());
    return () => {
      current = false;
    };
  }, [catalogue, treatment, wanted]);
  if (settled?.of !== wanted) return { status: 'loading' };
  return settled.offers
    ? { status: 'ready', offers: settled.offers }
    : { status: 'failed', retry: () => setAttempt(attempt + 1) };
}
