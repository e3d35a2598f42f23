/**
 * The keymap that a kiosk's machine gives its keyboards has no Control, Alt or Escape (`electron/os/linux/xkb`): with them a browser opens windows of its
 * own. For what a page needs of them it sends keys that no keyboard has.
 */
const ESCAPE = 'F22';
/** Control, Alt and S. */
export const STAFF_CHORD = 'F24';

/** What of a window it needs. */
interface Keys {
  addEventListener(
    type: 'keydown' | 'keyup',
    listener: (event: KeyboardEvent) => void,
    options: { readonly capture: true },
  ): void;
}

/** Has every listener see Escape where such a keyboard's was pressed; before any other listens. */
export function readLockedKeyboard(keys: Keys): void {
  const read = (event: KeyboardEvent) => {
    if (!event.isTrusted || event.key !== ESCAPE) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { type, repeat, shiftKey, target } = event;
    target?.dispatchEvent(
      new KeyboardEvent(type, {
        ...{ key: 'Escape', code: 'Escape', repeat, shiftKey },
        ...{ bubbles: true, cancelable: true, composed: true },
      }),
    );
  };
  keys.addEventListener('keydown', read, { capture: true });
  keys.addEventListener('keyup', read, { capture: true });
}
