import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { STAFF_CHORD } from '../../visit/locked-keyboard.ts';

/** So long the vendor's mark is held by who knows of it. */
export const HOLD_MS = 5_000;

/**
 * A press that lasts: by finger, mouse, Enter or Space. Let go or moved away earlier, nothing happens.
 * @returns handlers for a button.
 */
export function useHold(onHeld: () => void, ms = HOLD_MS) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  const start = useCallback(() => {
    // A key that is held repeats itself.
    timer.current ??= setTimeout(onHeld, ms);
  }, [onHeld, ms]);
  useEffect(() => stop, [stop]);
  const isPress = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' ';
  return {
    onPointerDown: start,
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onBlur: stop,
    onKeyDown: (event: KeyboardEvent) => {
      if (isPress(event)) start();
    },
    onKeyUp: stop,
    // A finger that rests on glass would otherwise open a menu.
    onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
  };
}

/** Control, Alt and S: for staff at a keyboard. `code` and not `key`, which is another letter on some layouts with AltGr. */
export function isStaffChord(
  event: Pick<globalThis.KeyboardEvent, 'ctrlKey' | 'altKey' | 'metaKey' | 'code' | 'key'>,
): boolean {
  if (event.key === STAFF_CHORD) return true;
  return event.ctrlKey && event.altKey && !event.metaKey && event.code === 'KeyS';
}
