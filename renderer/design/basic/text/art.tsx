import { classes } from '../../../base/classes.ts';
import styles from './art.module.css';

export interface ArtProps {
  /** Address of an SVG of the vendor's pack (`brand.art.*`). */
  readonly src: string;
  /** Its size in CSS pixels: keeps the place free, so that nothing moves when it arrives. */
  readonly width: number;
  readonly height: number;
  /** Decoration by default. */
  readonly alt?: string;
  /** Above the fold: fetched first. */
  readonly priority?: boolean;
  readonly className?: string | undefined;
}

/** A vendor's drawing in the vendor's frame (`--art-*` tokens: an arch, a bare page). */
export function Art({ src, width, height, alt = '', priority = false, className }: ArtProps) {
  return (
    <img
      className={classes(styles.art, className)}
      src={src}
      width={width}
      height={height}
      alt={alt}
      decoding="async"
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      draggable={false}
    />
  );
}
