import { useEffect, useMemo, useState } from 'react';
import type { VendorDetails } from '../../../../sync/domain/discovery/discovery-index.ts';
import type { Catalogue } from '../../../shell/discovery/open-catalogue.ts';

/** What is shown of these vendors; undefined until it is there. Of one that can't be fetched nothing is. */
export function useDetails(
  catalogue: Catalogue,
  vendors: readonly number[],
): readonly VendorDetails[] | undefined {
  const [details, setDetails] = useState<readonly VendorDetails[]>();
  // The list is another one at each render, and mostly holds the same.
  const key = JSON.stringify(vendors);
  const wanted = useMemo(() => JSON.parse(key) as readonly number[], [key]);
  useEffect(() => {
    let current = true;
    const show = (found: readonly VendorDetails[]) => {
      if (current) setDetails(found);
    };
    catalogue.detailsOf(wanted).then(show, () => show([]));
    return () => {
      current = false;
    };
  }, [catalogue, wanted]);
  return details;
}
