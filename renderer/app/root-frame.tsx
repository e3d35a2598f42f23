import { Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { optional } from '../base/optional.ts';
import { whenIdle } from '../base/when-idle.ts';
import { type PageName, PageNameContext } from '../shell/page/page-name.ts';
import { PageTitle } from '../shell/page/page-title.tsx';
import { PendingScreen } from '../shell/pending-screen.tsx';

// Updates, and the focus of the second screen: once the first one is there.
const AfterPaint = optional(async () => {
  await new Promise<void>((resolve) => whenIdle(resolve));
  return (await import('./after-paint.tsx')).AfterPaint;
});

/** What is around every screen. */
export function RootFrame() {
  const [name, setName] = useState<PageName>();
  return (
    <PageNameContext value={setName}>
      <Suspense fallback={<PendingScreen />}>
        <Outlet />
      </Suspense>
      <PageTitle override={name} />
      <Suspense fallback={null}>
        <AfterPaint />
      </Suspense>
    </PageNameContext>
  );
}
