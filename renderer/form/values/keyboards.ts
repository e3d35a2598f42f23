/** Which on-screen keyboard an item asks for (SDC keyboard), as the browser calls it. */
import type { QuestionnaireItem } from 'fhir/r4.js';
import { itemKeyboard } from './item-extensions.ts';

export interface Keyboard {
  readonly inputMode: 'decimal' | 'tel' | 'email' | 'url' | 'text';
  readonly autoCapitalize?: 'none';
  readonly spellCheck?: boolean;
}

/** Addresses are written in small letters, and no dictionary has them. */
const ADDRESS = { autoCapitalize: 'none', spellCheck: false } as const;

const KEYBOARDS: Readonly<Record<string, Keyboard>> = {
  // Anything that a person may write as a number: some have a decimal mark.
  number: { inputMode: 'decimal' },
  phone: { inputMode: 'tel' },
  email: { inputMode: 'email', ...ADDRESS },
  url: { inputMode: 'url', ...ADDRESS },
  chat: { inputMode: 'text', spellCheck: true },
};

/** Undefined where the item says nothing, or what SDC doesn't know. An item of type url has its own. */
export function keyboardOf(item: QuestionnaireItem): Keyboard | undefined {
  const code = item.type === 'url' ? 'url' : itemKeyboard(item);
  return code !== undefined && Object.hasOwn(KEYBOARDS, code) ? KEYBOARDS[code] : undefined;
}
