import type { CSSProperties } from 'react';
import { inkOn } from '../../base/ink-on.ts';
import { Icon, Mark, TextLink } from '../../design/basic/index.ts';
import { LocalizedText } from '../../i18n/index.ts';
import type { VendorListing } from '../../shell/bootstrap/bootstrap.ts';
import styles from './vendor-poster.module.css';

/** A clinic as a poster: its drawing on its own paper, its name in its own type on its own color. */
export function VendorPoster({ vendor, title }: { readonly vendor: VendorListing; readonly title: string }) {
  const { color, typeface, picture, themeColor } = vendor;
  const own = {
    '--paper-light': themeColor.light,
    '--paper-dark': themeColor.dark,
    ...(color === undefined ? {} : { '--poster': color, '--on-poster': inkOn(color) }),
  } as CSSProperties;
  return (
    <li className={styles.poster} style={own} data-typeface={typeface}>
      <span className={styles.picture}>
        {picture === undefined ? (
          <Mark mark={vendor.mark} size={96} />
        ) : (
          <img src={picture} alt="" width={540} height={528} draggable={false} />
        )}
      </span>
      <span className={styles.words}>
        {/* Another vendor's space is another page: its theme, its worker. */}
        <TextLink href={vendor.homeUrl} tone="ink" className={styles.link}>
          {title}
        </TextLink>
        <span>
          <LocalizedText text={vendor.tagline} />
        </span>
        <Icon name="arrow-forward" size={24} className={styles.arrow} />
      </span>
    </li>
  );
}
