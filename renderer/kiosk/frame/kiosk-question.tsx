import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Heading } from '../../design/basic/text/heading.tsx';
import type { KioskQuestionProps } from '../base/contract.ts';
import styles from './kiosk-question.module.css';

/** To be tried until everything fits: the size as designed, three smaller ones, and more room. */
const STEPS = 5;
/** Characters that two lines of a panel hold in large letters. */
const SHORT = 40;

/**
 * Makes what is in the question's area fit it: an instrument's question is read as a whole or not at all, so its letters get smaller before
 * anything of it goes out of sight.
 * @returns for the element that may not overflow, inside of an area of a fixed size.
 */
export function useFit() {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const inner = box.current;
    const area = inner?.parentElement;
    if (!inner || !area) return;
    const refit = () => {
      // Live: the last step changes it.
      const style = getComputedStyle(area);
      if (style.display === 'contents') return;
      const title = inner.querySelector('h1')?.textContent ?? '';
      const composed = inner.querySelector('[data-composed]') !== null;
      inner.toggleAttribute('data-short', title !== '' && title.length <= SHORT && !composed);
      inner.dataset.fit = '0';
      // A long word may be wider than the panel.
      if (inner.scrollWidth > inner.clientWidth + 1) inner.removeAttribute('data-short');
      for (let step = 0; step < STEPS; step += 1) {
        inner.dataset.fit = String(step);
        const most = Number.parseFloat(style.maxBlockSize) || area.clientHeight;
        const room =
          most - Number.parseFloat(style.paddingBlockStart) - Number.parseFloat(style.paddingBlockEnd);
        if (inner.scrollHeight <= room + 1) return;
      }
    };
    refit();
    const watcher = new ResizeObserver(refit);
    watcher.observe(area);
    const changed = new MutationObserver(refit);
    changed.observe(inner, { childList: true, subtree: true, characterData: true });
    // The size of the text and the keyboard are attributes of the root.
    changed.observe(document.documentElement, { attributes: true });
    void document.fonts.ready.then(refit);
    return () => {
      watcher.disconnect();
      changed.disconnect();
    };
  }, []);
  return box;
}

/** The question of a screen: stem, h1, hint. */
export function KioskQuestion({ title, hint, stem, lang, id, keepFocus, size }: KioskQuestionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Once, when it appears: a parent that changes its mind later moves nobody's focus.
  const [stays] = useState(keepFocus === true);
  useEffect(() => {
    if (!stays) heading.current?.focus({ preventScroll: true });
  }, [stays]);
  return (
    // What is put together has letters of its own sizes.
    <div className={styles.words} data-composed={typeof title === 'string' ? undefined : true}>
      {stem !== undefined && (
        <div className={styles.soft} lang={lang}>
          {stem}
        </div>
      )}
      <Heading level={1} size={size === 'display' ? 'xl' : 'l'} ref={heading} lang={lang} id={id}>
        {title}
      </Heading>
      {hint !== undefined && (
        <div className={styles.soft} data-hint>
          {hint}
        </div>
      )}
    </div>
  );
}
