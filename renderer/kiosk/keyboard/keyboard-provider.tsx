import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { KeyboardContext, type Typing } from './keyboard-context.ts';
import { kindOf } from './layouts.ts';

function typingIn(element: Element | null): Typing | undefined {
  const kind = kindOf(element);
  return kind && (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    ? { field: element, kind }
    : undefined;
}

/**
 * Shows keys while a field that is typed into has the focus. They go with the first character of a real keyboard, and come back with a touch on
 * a field. While a finger is down nothing moves: what it was set down on has to be there when it lifts.
 */
export function KioskKeyboardProvider({ children }: { readonly children: ReactNode }) {
  const [typing, setTyping] = useState<Typing>();
  const hide = useCallback(() => setTyping(undefined), []);

  useEffect(() => {
    let hardware = false;
    let fingerDown = false;
    const settle = () => {
      if (fingerDown) return;
      const found = hardware ? undefined : typingIn(document.activeElement);
      setTyping((current) =>
        current?.field === found?.field && current?.kind === found?.kind ? current : found,
      );
    };
    const later = () => setTimeout(settle);
    const down = ({ target }: PointerEvent) => {
      fingerDown = true;
      // A touch on a field wants the keys, also where they were hidden before.
      if (target instanceof Element && kindOf(target)) hardware = false;
    };
    const up = () => {
      fingerDown = false;
      // The click comes after this, and has to find everything where it was.
      later();
    };
    const key = (event: KeyboardEvent) => {
      // Tab, arrows and Enter are those of a tactile keypad, too, which has no letters.
      if (!event.isTrusted || Array.from(event.key).length !== 1 || event.key === ' ') return;
      if (!typingIn(document.activeElement)) return;
      hardware = true;
      settle();
    };
    const touched = ({ target }: MouseEvent) => {
      if (target instanceof Element && target === document.activeElement && kindOf(target)) settle();
    };
    document.addEventListener('focusin', later);
    document.addEventListener('focusout', later);
    document.addEventListener('pointerdown', down, true);
    document.addEventListener('pointerup', up, true);
    document.addEventListener('pointercancel', up, true);
    document.addEventListener('click', touched);
    document.addEventListener('keydown', key, true);
    settle();
    return () => {
      document.removeEventListener('focusin', later);
      document.removeEventListener('focusout', later);
      document.removeEventListener('pointerdown', down, true);
      document.removeEventListener('pointerup', up, true);
      document.removeEventListener('pointercancel', up, true);
      document.removeEventListener('click', touched);
      document.removeEventListener('keydown', key, true);
    };
  }, []);

  // The frame's stylesheet makes room: the question gets smaller, the field stays in sight.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (typing) dataset.keyboard = typing.kind;
    else delete dataset.keyboard;
    return () => {
      delete dataset.keyboard;
    };
  }, [typing]);

  const control = useMemo(() => ({ typing, hide }), [typing, hide]);
  return <KeyboardContext value={control}>{children}</KeyboardContext>;
}
