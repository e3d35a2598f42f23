import { classes } from '../../base/classes.ts';
import { Art } from '../../design/basic/text/art.tsx';
import { usePack } from '../../device/provider/platform-provider.tsx';
import styles from './side-art.module.css';

interface SideArtProps {
  /** Small above the words there. Without it, a phone doesn't fetch the drawing. */
  readonly onPhones?: boolean;
}

/** The vendor's drawing beside a page of words, from 1024 px on. */
export function SideArt({ onPhones = false }: SideArtProps) {
  const { landing, success } = usePack().brand.art;
  return (
    <Art
      src={landing ?? success}
      width={480}
      height={560}
      className={classes(styles.art, onPhones && styles.onPhones)}
    />
  );
}
