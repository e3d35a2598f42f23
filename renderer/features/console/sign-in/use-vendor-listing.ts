import { useEffect, useState } from 'react';
import { deviceSettings } from '../../../device/provider/device-settings.ts';
import type { VendorListing } from '../../../shell/bootstrap/bootstrap.ts';
import { useBootstrap } from '../../../shell/bootstrap/bootstrap-context.ts';
import { readVendorList } from '../../../shell/bootstrap/vendor-list.ts';

type Listing = Pick<VendorListing, 'name' | 'mark'>;

/** Name and mark of the vendor whose console it is; undefined until they are known. */
export function useVendorListing(slug: string): Listing | undefined {
  const { pack, vendors } = useBootstrap();
  const inPage: Listing | undefined =
    pack?.slug === slug
      ? { name: pack.name, mark: pack.brand.mark }
      : vendors?.find((vendor) => vendor.slug === slug);
  const [fetched, setFetched] = useState<Listing>();
  const known = inPage !== undefined;
  useEffect(() => {
    if (known) return;
    let current = true;
    void readVendorList({
      inPage: undefined,
      settings: deviceSettings(),
      fetch: window.fetch.bind(window),
    }).then(({ vendors: list }) => {
      if (current) setFetched(list.find((vendor) => vendor.slug === slug));
    });
    return () => {
      current = false;
    };
  }, [known, slug]);
  return inPage ?? fetched;
}
