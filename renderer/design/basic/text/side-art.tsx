import { Art } from './art.tsx';
import styles from './side-art.module.css';

interface SideArtProps {
  /** The vendor's drawings. */
  readonly of: { readonly landing?: string; readonly success: string };
}

/** A drawing beside a page of words, from 1024 px on: a phone doesn't fetch it. */
export function SideArt({ of }: SideArtProps) {
  return <Art src={of.landing ?? of.success} width={480} height={560} className={styles.art} />;
}
