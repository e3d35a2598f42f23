import { Icon, Mark, Text, TextLink } from '../../design/basic/index.ts';
import { LocalizedText } from '../../i18n/index.ts';
import type { VendorListing } from '../../shell/bootstrap/bootstrap.ts';
import styles from './vendor-row.module.css';

/** A clinic as a row: its own mark in its own color, its name, what it is for. */
export function VendorRow({ vendor, title }: { readonly vendor: VendorListing; readonly title: string }) {
  return (
    <li className={styles.row}>
      <span className={styles.mark}>
        <Mark mark={vendor.mark} size={48} look="outline" />
      </span>
      <span className={styles.words}>
        {/* Another vendor's space is another page: its theme, its worker. */}
        <TextLink href={vendor.homeUrl} tone="ink" className={styles.link}>
          {title}
        </TextLink>
        <Text as="span" tone="soft">
          <LocalizedText text={vendor.tagline} />
        </Text>
      </span>
      <Icon name="arrow-forward" size={24} className={styles.arrow} />
    </li>
  );
}
