import { AppUpdates } from './app-updates.tsx';
import { NavigationFocus } from './navigation-focus.tsx';

/** What no first paint waits for. */
export function AfterPaint() {
  return (
    <>
      <NavigationFocus />
      <AppUpdates />
    </>
  );
}
