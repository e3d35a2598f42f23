import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

export type DecisionState = 'open' | 'pending' | 'final';

/**
 * Deciding takes away the button that was pressed, and the focus with it. The focus moves to the button in its place, marked with
 * `data-decision`: Undo, or the decision again; once it is final, to the part itself. It isn't taken from anywhere else. What can be
 * undone comes into sight: the form that was sent may have been longer than the screen.
 */
export function useDecisionFocus(part: RefObject<HTMLElement | null>, state: DecisionState): void {
  const hadFocus = useRef(false);
  const before = useRef(state);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      hadFocus.current = target instanceof Node && (part.current?.contains(target) ?? false);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [part]);
  useLayoutEffect(() => {
    const changed = before.current !== state;
    before.current = state;
    const { activeElement } = document;
    const isLost =
      activeElement === null || activeElement === document.body || activeElement === part.current;
    if (!changed || !hadFocus.current || !isLost) return;
    const button = part.current?.querySelector<HTMLElement>('[data-decision]');
    (button ?? part.current)?.focus({ preventScroll: true });
    if (state === 'pending') button?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [part, state]);
}
