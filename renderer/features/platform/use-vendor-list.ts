import { useEffect, useState } from 'react';
import { deviceSettings } from '../../device/provider/device-settings.ts';
import type { VendorListing } from '../../shell/bootstrap/bootstrap.ts';
import { useBootstrap } from '../../shell/bootstrap/bootstrap-context.ts';
import { keptVendors } from '../../shell/bootstrap/kept-vendors.ts';
import { readVendorList, type VendorList } from '../../shell/bootstrap/vendor-list.ts';

/** The list of vendors: as the server wrote it into the page, else as it answers, else as it was. */
export function useVendorList(): VendorList | undefined {
  const { vendors } = useBootstrap();
  const [list, setList] = useState<VendorList | undefined>(vendors && { vendors, source: 'page' });
  useEffect(() => {
    let current = true;
    const settings = deviceSettings();
    void readVendorList({ inPage: vendors, settings, fetch: window.fetch.bind(window) }).then((read) => {
      if (current) setList(read);
    });
    return () => {
      current = false;
    };
  }, [vendors]);
  return list;
}

/** A vendor that isn't among those that the page lists, because there are too many. */
export function useListings(
  list: VendorList | undefined,
  slugs: readonly string[],
): readonly VendorListing[] {
  const { discovery } = useBootstrap();
  const listed = slugs.flatMap((slug) => list?.vendors.find((vendor) => vendor.slug === slug) ?? []);
  const [others, setOthers] = useState<readonly VendorListing[]>([]);
  const missing = slugs.filter((slug) => !listed.some((vendor) => vendor.slug === slug)).join();
  useEffect(() => {
    if (list === undefined || discovery === undefined || missing === '') return undefined;
    let current = true;
    const read = async () => {
      const { openCatalogue } = await import('../../shell/discovery/open-catalogue.ts');
      const { discovery: index, detailsOf } = await openCatalogue(discovery, window.fetch.bind(window));
      const numbers = missing.split(',').map((slug) => index.index.vendors.indexOf(slug));
      const found = await detailsOf(numbers.filter((number) => number >= 0));
      if (current) setOthers(found.map((each) => ({ ...each, homeUrl: `/connect/${each.slug}/` })));
    };
    // Without a network it is shown as it was seen last, if it was.
    read().catch(() => {
      if (current) setOthers(keptVendors(deviceSettings()).filter(({ slug }) => missing.includes(slug)));
    });
    return () => {
      current = false;
    };
  }, [list, discovery, missing]);
  return [...listed, ...others.filter(({ slug }) => missing.split(',').includes(slug))];
}
