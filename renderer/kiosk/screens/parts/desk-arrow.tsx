import styles from './desk-arrow.module.css';

/** Which way the desk is from here: of the room, and not of the line of reading. */
export type DeskDirection = 'left' | 'right' | 'up' | 'down';

/** A desk with a bell, and an arrow that points to it. Drawn in lines, so that it takes the theme's ink. */
export function DeskArrow({ direction = 'right' }: { readonly direction?: DeskDirection }) {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 480 240"
      aria-hidden="true"
      focusable="false"
      data-direction={direction}
    >
      <g className={styles.arrow}>
        <path d="M24 120h176" />
        <path d="M140 52l68 68-68 68" />
      </g>
      <g className={styles.desk}>
        <path className={styles.top} d="M262 122h194v26H262z" />
        <path d="M278 148v66h162v-66" />
        <path className={styles.bell} d="M316 122a43 43 0 0 1 86 0z" />
        <path d="M359 79V66" />
        <path d="M346 64h26" />
      </g>
    </svg>
  );
}
