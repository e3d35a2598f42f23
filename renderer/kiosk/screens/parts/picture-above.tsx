import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './picture-above.module.css';

/** Of the design's 1920: a picture smaller than this says nothing. */
const LEAST = 150;
const MOST = 400;
/** CSS pixels that the ring around a heading with the focus takes of the room. */
const RING = 16;

export interface PictureAboveProps {
  /** An `img` or `svg` that fills the height it gets. */
  readonly picture: ReactNode;
  /** The question. Its words go first: the picture takes what they leave at their full size, and goes where that is too little. */
  readonly children: ReactNode;
}

/** A picture over the words of a screen, as high as there is room for. */
export function PictureAbove({ picture, children }: PictureAboveProps) {
  const frame = useRef<HTMLDivElement>(null);
  const words = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = frame.current;
    const text = words.current;
    const area = box?.closest<HTMLElement>('[data-spoken-question]');
    const fitted = area?.firstElementChild;
    if (!box || !text || !area || !(fitted instanceof HTMLElement)) return;
    const measure = () => {
      const { paddingBlockStart, paddingBlockEnd } = getComputedStyle(area);
      const unit = Math.min(window.innerWidth, window.innerHeight) / 1080;
      const before = fitted.dataset.fit;
      // The frame may have made the letters smaller while the picture stood in their way.
      fitted.dataset.fit = '0';
      const room =
        area.clientHeight -
        Number.parseFloat(paddingBlockStart) -
        Number.parseFloat(paddingBlockEnd) -
        text.offsetHeight -
        RING;
      if (room < 0 && before !== undefined) fitted.dataset.fit = before;
      const height = Math.min(room, MOST * unit);
      box.style.blockSize = `${height < LEAST * unit ? 0 : Math.floor(height)}px`;
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(area);
    watcher.observe(text);
    return () => watcher.disconnect();
  }, []);
  return (
    <div>
      <div ref={frame} className={styles.frame} aria-hidden="true">
        {picture}
      </div>
      <div ref={words}>{children}</div>
    </div>
  );
}
