import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { NavigationFocus } from './navigation-focus.tsx';
import { type PageName, PageNameContext } from './page-name.ts';
import { PageTitle } from './page-title.tsx';
import { PendingScreen } from './pending-screen.tsx';

// Workbox comes with it: after the paint.
const AppUpdates = lazy(async () => ({ default: (await import('./app-updates.tsx')).AppUpdates }));

/** What stands around every screen. */
export function RootFrame() {
  const [name, setName] = useState<PageName>();
  return (
    <PageNameContext value={setName}>
      <Suspense fallback={<PendingScreen />}>
        <Outlet />
      </Suspense>
      <NavigationFocus />
      <PageTitle override={name} />
      <Suspense fallback={null}>
        <AppUpdates />
      </Suspense>
    </PageNameContext>
  );
}
