import type { ReactNode } from 'react';
import { KioskFrame, type Utilities } from '../../frame/index.ts';
import { useVisit } from '../../visit/visit-context.ts';
import styles from './poster.module.css';
import { StaffMark } from './staff-mark.tsx';
import { useBurnInShift } from './use-burn-in-shift.ts';

export interface PosterProps {
  readonly title: string;
  /** The one line, and what belongs to it. */
  readonly words: ReactNode;
  /** What can be pressed. */
  readonly children?: ReactNode;
  readonly utilities?: Utilities;
  /** A touch anywhere on it. */
  readonly onTouch?: () => void;
  /** Nobody is there: without color, as a shop with its lights off. */
  readonly dim?: boolean;
  /** Shows what can be pressed. */
  readonly touched?: boolean;
  /** More than one line is said: the art takes what the words leave. */
  readonly wordy?: boolean;
}

/** What is on the panel all day: the vendor's art, one line, and what can be pressed. Still, but for a step of 4 px each minute. */
export function Poster({ title, words, children, ...more }: PosterProps) {
  const { utilities = 'nobody', onTouch, dim, touched, wordy } = more;
  const { art } = useVisit().pack.brand;
  const shift = useBurnInShift();
  return (
    <KioskFrame title={title} layout="poster" utilities={utilities} shift={shift}>
      <div
        className={styles.poster}
        data-wordy={wordy || undefined}
        style={{ translate: `${shift[0]}px ${shift[1]}px` }}
        onPointerDown={onTouch}
      >
        <div className={styles.art} data-dim={dim || undefined}>
          <img
            src={art.kiosk ?? art.home}
            alt=""
            data-drawn-for={art.kiosk === undefined ? undefined : 'kiosk'}
            draggable={false}
            decoding="async"
          />
        </div>
        <div className={styles.words}>{words}</div>
        <div className={styles.controls} data-touched={touched || undefined}>
          {children}
        </div>
        <div className={styles.foot}>
          <StaffMark />
        </div>
      </div>
    </KioskFrame>
  );
}
