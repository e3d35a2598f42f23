/** What one of the staff has set for this browser: nothing of a patient. */
import { useSyncExternalStore } from 'react';
import { z } from 'zod/mini';
import { inboxViewSchema } from '../../../../sync/protocol/api/inbox.ts';
import { deviceSettings } from '../../../device/provider/device-settings.ts';

export const MAX_VIEWS = 12;

const preferencesSchema = z.object({
  /** `system`: as the device is set. */
  scheme: z.enum(['system', 'light', 'dark']),
  /** Whether single keys do something: not for who speaks to their computer. */
  keys: z.boolean(),
  /** Lists that were narrowed, by the name that they were given. */
  views: z.array(z.object({ name: z.string(), view: inboxViewSchema })).check(z.maxLength(MAX_VIEWS)),
});
export type Preferences = z.infer<typeof preferencesSchema>;

const listeners = new Set<() => void>();
const DEFAULT: Preferences = { scheme: 'system', keys: true, views: [] };
let held: { readonly key: string; readonly text: string | null; readonly value: Preferences } | undefined;

const keyOf = (vendor: string, email: string) => `v:${vendor}:console:${email}`;

function recall(key: string): Preferences {
  let text: string | null = null;
  try {
    text = deviceSettings().getItem(key);
  } catch {
    // The browser keeps nothing: as it is at first.
  }
  if (held?.key === key && held.text === text) return held.value;
  let value = DEFAULT;
  try {
    if (text !== null) value = preferencesSchema.parse(JSON.parse(text));
  } catch {
    // Written by nobody that is known here.
  }
  held = { key, text, value };
  return value;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** @param who undefined while nobody is signed in. */
export function usePreferences(
  vendor: string,
  who: string | undefined,
): readonly [Preferences, (part: Partial<Preferences>) => void] {
  const key = keyOf(vendor, who ?? '');
  const value = useSyncExternalStore(subscribe, () => (who === undefined ? DEFAULT : recall(key)));
  return [
    value,
    (part) => {
      try {
        deviceSettings().setItem(key, JSON.stringify({ ...recall(key), ...part }));
      } catch {
        return;
      }
      for (const listener of listeners) listener();
    },
  ];
}
