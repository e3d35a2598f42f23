import { useEffect, useState } from 'react';
import type { VendorDetails } from '../../../sync/domain/discovery/discovery-index.ts';
import type { Catalogue } from './open-catalogue.ts';

export type DetailsState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly details: readonly VendorDetails[] }
  /** They can't be fetched, which isn't that there are none. */
  | { readonly status: 'failed'; readonly retry: () => void };

/**
 * What is shown of these vendors, in their order.
 *
 * @param catalogue undefined while it isn't open
 */
export function useDetails(catalogue: Catalogue | undefined, vendors: readonly number[]): DetailsState {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<{
    readonly of: string;
    readonly details?: readonly VendorDetails[];
  }>();
  // The list is another one at each render, and mostly holds the same.
  const wanted = `${attempt} ${JSON.stringify(vendors)}`;
  useEffect(() => {
    if (catalogue === undefined) return undefined;
    let current = true;
    const settle = (details?: readonly VendorDetails[]) => {
      if (current) setSettled({ of: wanted, ...(details && { details }) });
    };
    const numbers = JSON.parse(wanted.slice(wanted.indexOf(' '))) as readonly number[];
    catalogue.detailsOf(numbers).then(settle, () => settle());
    return () => {
      current = false;
    };
  }, [catalogue, wanted]);
  if (settled?.of === wanted)
    return settled.details
      ? { status: 'ready', details: settled.details }
      : { status: 'failed', retry: () => setAttempt(attempt + 1) };
  return { status: 'loading' };
}
