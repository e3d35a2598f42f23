import styles from './portrait.module.css';

/** A clinician as the vendor draws people. The name beside it says who it is. */
export function Portrait({ src, size = 88 }: { readonly src: string | undefined; readonly size?: number }) {
  // A path of the pack's own folder isn't an address: such a pack was never published.
  if (!src?.startsWith('/')) return null;
  return (
    <img
      className={styles.portrait}
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
    />
  );
}
