import { classes } from '../../../base/classes.ts';
import { Art } from './art.tsx';
import styles from './side-art.module.css';

interface SideArtProps {
  /** The vendor's drawings. */
  readonly of: { readonly landing?: string; readonly success: string };
  /** Small above the words there. Without it, a phone doesn't fetch the drawing. */
  readonly onPhones?: boolean;
}

/** A drawing beside a page of words, from 1024 px on. */
export function SideArt({ of, onPhones = false }: SideArtProps) {
  return (
    <Art
      src={of.landing ?? of.success}
      width={480}
      height={560}
      className={classes(styles.art, onPhones && styles.onPhones)}
    />
  );
}
