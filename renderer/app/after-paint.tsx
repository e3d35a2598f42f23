import { NavigationFocus } from '../shell/page/navigation-focus.tsx';
import { AppUpdates } from './app-updates.tsx';

/** What no first paint waits for. */
export function AfterPaint() {
  return (
    <>
      <NavigationFocus />
      <AppUpdates />
    </>
  );
}
