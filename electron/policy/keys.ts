/**
 * Which keys reach a page (K1): a list of what is let through, so that combinations nobody thought of are not. What people need who use
 * a keyboard, a tactile keypad or a switch (Tab, arrows, Enter, Space, Escape) always is.
 */

/** As `before-input-event` tells of it. */
export interface KeyInput {
  /** `keyDown`, `keyUp`, `rawKeyDown` or `char`. */
  readonly type: string;
  readonly key: string;
  readonly control: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
  readonly meta: boolean;
  /** Held for AltGr on layouts where printable characters need it; Windows reports it as Control and Alt together. */
  readonly modifiers?: readonly string[];
}

const NAMED: ReadonlySet<string> = new Set([
  'Tab',
  'Enter',
  'Escape',
  'Backspace',
  'Delete',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Shift',
  'CapsLock',
  'AltGraph',
  // Characters that are made of several keys.
  'Dead',
  'Process',
  'Compose',
  // Escape and staff's chord, as a locked keyboard sends them: renderer/kiosk/visit/locked-keyboard.ts.
  'F22',
  'F24',
]);

/** One character as a person sees it: any script, accents included. */
function isPrintable(key: string): boolean {
  return key.trim() === '' ? key === ' ' : [...new Intl.Segmenter().segment(key)].length === 1;
}

function isAltGraph({ control, alt, modifiers }: KeyInput): boolean {
  return modifiers?.includes('altgr') === true || (control && alt);
}

/** @returns whether the page may have it. `Escape` is for the page alone: no handler of the window's listens to it. */
export function isKeyAllowed(input: KeyInput): boolean {
  if (input.meta) return false;
  const named = NAMED.has(input.key);
  if (isAltGraph(input)) return !named && isPrintable(input.key);
  if (input.control || input.alt) return false;
  return named || isPrintable(input.key);
}

/** What of a page's contents the lock on keys needs. */
export interface KeyHost {
  on(
    event: 'before-input-event',
    listener: (event: { preventDefault(): void }, input: KeyInput) => void,
  ): unknown;
}

/** @param onBlocked called for each key that is kept back, without saying which printable one it was: it may be a part of an answer. */
export function lockKeys(
  contents: KeyHost,
  onBlocked: (combination: string) => void = () => undefined,
): void {
  contents.on('before-input-event', (event, input) => {
    if (isKeyAllowed(input)) return;
    event.preventDefault();
    if (input.type === 'keyDown' || input.type === 'rawKeyDown') onBlocked(combinationOf(input));
  });
}

function combinationOf({ key, control, alt, shift, meta }: KeyInput): string {
  const name = isPrintable(key) ? 'character' : /^[A-Za-z0-9]{1,30}$/.test(key) ? key : 'other';
  return [control && 'Control', alt && 'Alt', shift && 'Shift', meta && 'Meta', name]
    .filter(Boolean)
    .join('+');
}
