import { useEffect, useRef } from 'react';
import { useConsole } from './console-context.ts';
import { isForPage } from './page-keys.ts';
import { usePreferences } from './preferences.ts';

/** Keys of the page itself, where nobody types; none where they are switched off. @param keys may differ from one render to the next. */
export function useShortcuts(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const { vendor, session } = useConsole();
  const [{ keys: isOn }] = usePreferences(vendor, session.staff.email);
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const act = isForPage(event) ? current.current[event.key] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}
