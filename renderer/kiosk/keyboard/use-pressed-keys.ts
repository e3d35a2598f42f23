import { type PointerEvent, useEffect, useRef } from 'react';

/**
 * Shows the key under each finger while the finger is there. react-simple-keyboard's own class stays on a letter that was touched on its text: anyone who
 * came next read the name that had been typed.
 * @returns a handler for whatever the keys are in
 */
export function usePressedKeys(): (event: PointerEvent) => void {
  const pressed = useRef(new Map<number, Element>());
  useEffect(() => {
    const keys = pressed.current;
    const release = ({ pointerId }: { readonly pointerId: number }) => {
      keys.get(pointerId)?.removeAttribute('data-pressed');
      keys.delete(pointerId);
    };
    const releaseAll = () => {
      for (const pointerId of keys.keys()) release({ pointerId });
    };
    window.addEventListener('pointerup', release, { capture: true });
    window.addEventListener('pointercancel', release, { capture: true });
    window.addEventListener('blur', releaseAll);
    return () => {
      releaseAll();
      window.removeEventListener('pointerup', release, { capture: true });
      window.removeEventListener('pointercancel', release, { capture: true });
      window.removeEventListener('blur', releaseAll);
    };
  }, []);
  return ({ pointerId, target }) => {
    const key = target instanceof Element ? target.closest('[data-skbtn]') : null;
    if (key === null) return;
    pressed.current.get(pointerId)?.removeAttribute('data-pressed');
    pressed.current.set(pointerId, key);
    key.setAttribute('data-pressed', '');
  };
}
