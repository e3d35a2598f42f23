import { createContext, use } from 'react';
import type { FieldKind } from './layouts.ts';
import type { TextControl } from './type-into.ts';

export interface Typing {
  readonly field: TextControl;
  readonly kind: FieldKind;
}

export interface KeyboardControl {
  /** What is typed into now; undefined while no keys are on the screen. */
  readonly typing: Typing | undefined;
  readonly hide: () => void;
}

export const KeyboardContext = createContext<KeyboardControl | undefined>(undefined);

export function useKeyboard(): KeyboardControl {
  const control = use(KeyboardContext);
  if (!control) throw new Error('This needs a KioskKeyboardProvider above it');
  return control;
}
