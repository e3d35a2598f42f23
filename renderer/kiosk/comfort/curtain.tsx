import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useMessages } from '../../i18n/index.ts';
import { useComfort } from './comfort-context.ts';
import styles from './curtain.module.css';
import { useSpeech } from './speech-context.ts';
import { describe } from './spoken.ts';

const PRESSABLE = 'button, a[href], input, select, textarea, label, [role="button"], [data-skbtn], summary';

/**
 * Nothing is seen, everything goes on: keys, speech, and touch. Without sight a touch can't be aimed, so the first one on a control says what
 * it is and takes the focus there, and only the second one on the same control presses it.
 */
export function Curtain() {
  const t = useMessages('frame');
  const { comfort, change } = useComfort();
  const { say } = useSpeech();
  const { covered } = comfort;
  useExploreByTouch(covered);
  if (!covered) return null;
  return createPortal(
    <div className={styles.curtain} popover="manual" ref={show} data-curtain>
      <button
        type="button"
        className={styles.show}
        data-curtain-button
        onClick={() => {
          change({ covered: false });
          say(t('cover.shown'));
        }}
      >
        {t('cover.off')}
      </button>
    </div>,
    document.body,
  );
}

/** In the top layer, above dialogs, too. */
function show(element: HTMLDivElement | null): void {
  element?.showPopover();
}

function useExploreByTouch(covered: boolean): void {
  const t = useMessages('frame');
  const { say } = useSpeech();
  const words = useRef({ t, say });
  useEffect(() => {
    words.current = { t, say };
  }, [t, say]);
  useEffect(() => {
    if (!covered) return;
    let armed: Element | null = null;
    let swallow = false;
    const controlOf = (event: Event): Element | null => {
      if (!(event.target instanceof Element)) return null;
      const found = event.target.closest(PRESSABLE);
      return found instanceof HTMLLabelElement ? (found.control ?? found) : found;
    };
    const down = (event: PointerEvent) => {
      const control = controlOf(event);
      if (control?.matches('[data-curtain-button]')) return;
      swallow = control !== armed || control === null;
      if (!swallow) return;
      armed = control;
      event.preventDefault();
      event.stopPropagation();
      if (!control) return;
      const key = control.getAttribute('data-skbtn');
      if (key !== null) return words.current.say(control.textContent.trim() || key);
      // Focus is spoken by itself; said once more where it was there already.
      if (document.activeElement === control) words.current.say(describe(control, words.current.t));
      else if (control instanceof HTMLElement) control.focus();
    };
    const stop = (event: Event) => {
      if (!swallow) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const kinds = ['pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'click'] as const;
    addEventListener('pointerdown', down, { capture: true });
    for (const kind of kinds) addEventListener(kind, stop, { capture: true, passive: false });
    return () => {
      removeEventListener('pointerdown', down, { capture: true });
      for (const kind of kinds) removeEventListener(kind, stop, { capture: true });
    };
  }, [covered]);
}
