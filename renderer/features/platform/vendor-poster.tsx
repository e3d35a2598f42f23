import { classes } from '../../base/classes.ts';
import { inkOn } from '../../base/ink-on.ts';
import { Icon, Mark, TextLink } from '../../design/basic/index.ts';
import { LocalizedText } from '../../i18n/index.ts';
import type { VendorListing } from '../../shell/bootstrap/bootstrap.ts';
import styles from './vendor-poster.module.css';

interface VendorPosterProps {
  readonly vendor: VendorListing;
  readonly title: string;
  /** Instead of what the clinic says of itself. */
  readonly note?: string | undefined;
}

/** A clinic as a poster: its drawing on its own paper, its name in its own type on its own color. */
export function VendorPoster({ vendor, title, note }: VendorPosterProps) {
  const { color, typeface, picture, themeColor } = vendor;
  const ink = color === undefined ? undefined : inkOn(color) === '#000000' ? 'dark' : 'light';
  return (
    <li className={styles.poster} data-typeface={typeface} data-ink={ink}>
      {color !== undefined && <Ground color={color} className={styles.ground} />}
      <span className={styles.picture}>
        <Ground color={themeColor.light} className={classes(styles.ground, styles.light)} />
        <Ground color={themeColor.dark} className={classes(styles.ground, styles.dark)} />
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
        <span>{note ?? <LocalizedText text={vendor.tagline} />}</span>
        <Icon name="arrow-forward" size={24} className={styles.arrow} />
      </span>
    </li>
  );
}

interface GroundProps {
  /** `#rrggbb` */
  readonly color: string;
  readonly className: string | undefined;
}

/** A color that is data, behind everything else: as an attribute, because no style may be written into a page. */
function Ground({ color, className }: GroundProps) {
  return (
    <svg className={className} aria-hidden="true" focusable="false">
      <rect width="100%" height="100%" fill={color} />
    </svg>
  );
}
