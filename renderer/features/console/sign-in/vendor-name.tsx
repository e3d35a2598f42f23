import { Mark } from '../../../design/basic/index.ts';
import { useVendorListing } from './use-vendor-listing.ts';
import styles from './vendor-name.module.css';

/** Whose console it is: the vendor's own mark on the platform's page. */
export function VendorName({ slug, size = 24 }: { readonly slug: string; readonly size?: 24 | 48 }) {
  const listing = useVendorListing(slug);
  return (
    <span className={styles.name}>
      {listing && <Mark mark={listing.mark} size={size} />}
      <span>{listing?.name ?? slug}</span>
    </span>
  );
}
