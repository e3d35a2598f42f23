import { lazy, Suspense } from 'react';
import styles from './keyboard.module.css';
import { useKeyboard } from './keyboard-context.ts';

const load = () => import('./screen-keyboard.tsx');
const ScreenKeyboard = lazy(async () => ({ default: (await load()).ScreenKeyboard }));

/** Fetches the keys before the first field asks for them. */
export function loadKeyboardAhead(): void {
  void load().catch(() => undefined);
}

/** Where the keys are. The room is kept while they load, so that a field doesn't jump under the finger. */
export function KeyboardDock() {
  const { typing } = useKeyboard();
  if (!typing) return null;
  return (
    <Suspense fallback={<div className={styles.room} />}>
      <ScreenKeyboard typing={typing} />
    </Suspense>
  );
}
