/**
 * Keys, buttons and gestures that don't reach the page (K1), nor what Chromium would do with them: a full-screen window hands every combination but
 * its own way out to the page first, and what the page prevents isn't done. The listeners are there before any of the page's own.
 */
import { isKeyAllowed } from '../../../policy/keys.ts';

interface Held {
  readonly isTrusted: boolean;
  preventDefault(): void;
  stopImmediatePropagation(): void;
}

/** What of a window it needs. */
export interface InputTarget {
  addEventListener(
    type: string,
    listener: (event: Event) => void,
    options: { readonly capture: true; readonly passive: false },
  ): void;
}

const LEFT_BUTTON = 0;

function hold(event: Held): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function isKeyHeld(event: Event): boolean {
  if (!('key' in event) || typeof event.key !== 'string') return false;
  const is = (name: 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey') => Reflect.get(event, name) === true;
  // Chromium's task manager, a window over the page; Electron has none.
  if (event.key === 'Escape' && is('shiftKey')) return true;
  const asked: unknown = Reflect.get(event, 'getModifierState');
  const altGraph = typeof asked === 'function' && asked.call(event, 'AltGraph') === true;
  return !isKeyAllowed({
    type: event.type,
    key: event.key,
    control: is('ctrlKey'),
    alt: is('altKey'),
    shift: is('shiftKey'),
    meta: is('metaKey'),
    modifiers: altGraph ? ['altgr'] : [],
  });
}

const isOtherButton = (event: Event) => 'button' in event && event.button !== LEFT_BUTTON;

export function lockInput(target: InputTarget, onKey: () => void): void {
  const on = (types: readonly string[], isHeld: (event: Event) => boolean) => {
    for (const type of types) {
      target.addEventListener(
        type,
        (event) => {
          // What the page's own keyboard on the screen sends isn't a key.
          if (!event.isTrusted || !isHeld(event)) return;
          hold(event);
          if (event.type === 'keydown') onKey();
        },
        { capture: true, passive: false },
      );
    }
  };
  on(['keydown', 'keypress', 'keyup'], isKeyHeld);
  // The menus, the middle button's paste and scrolling, a mouse's Back and Forward.
  on(['contextmenu', 'auxclick'], () => true);
  on(['mousedown', 'mouseup', 'pointerdown', 'pointerup'], isOtherButton);
  on(['wheel'], (event) => 'ctrlKey' in event && event.ctrlKey === true);
  // Two fingers that part would enlarge the page, and leave the next screen so; each of them goes on to be a touch.
  target.addEventListener(
    'touchmove',
    (event) => {
      if ('touches' in event && event.touches instanceof TouchList && event.touches.length > 1)
        event.preventDefault();
    },
    { capture: true, passive: false },
  );
  // A picture or a file that is dropped would be opened; text that is dragged would be put where nobody typed it.
  on(['dragstart', 'dragenter', 'dragover', 'drop'], () => true);
}
