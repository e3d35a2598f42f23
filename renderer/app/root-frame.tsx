import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { NavigationFocus } from './navigation-focus.tsx';
import { PageTitle } from './page-title.tsx';
import { PendingScreen } from './pending-screen.tsx';

// Workbox comes with it: after the paint.
const AppUpdates = lazy(async () => ({ default: (await import('./app-updates.tsx')).AppUpdates }));

/** What stands around every screen. */
export function RootFrame() {
  return (
    <>
      <Suspense fallback={<PendingScreen />}>
        <Outlet />
      </Suspense>
      <NavigationFocus />
      <PageTitle />
      <Suspense fallback={null}>
        <AppUpdates />
      </Suspense>
    </>
  );
}
