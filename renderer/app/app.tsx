import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { PublishedPack } from '../../sync/domain/vendor/published-pack.ts';
import { type MessageStore, MessagesProvider } from '../i18n/index.ts';
import type { InstallPrompt } from '../pwa/install-prompt.ts';
import type { Bootstrap } from './bootstrap.ts';
import { BootstrapContext } from './bootstrap-context.ts';
import { deviceSettings } from './device-settings.ts';
import { DeviceSettingsContext } from './device-settings-context.ts';
import { InstallContext } from './install-provider.ts';
import { PendingScreen } from './pending-screen.tsx';
import { PlatformProvider } from './platform-provider.tsx';
import type { PlatformSession } from './platform-session.ts';
import type { AppRouter } from './router.ts';

export interface AppProps {
  readonly bootstrap: Bootstrap;
  readonly messages: MessageStore;
  readonly router: AppRouter;
  readonly install: InstallPrompt;
  /** On the pages of a vendor's space. */
  readonly space?: { readonly pack: PublishedPack; readonly session: PlatformSession } | undefined;
}

export function App({ bootstrap, messages, router, install, space }: AppProps) {
  const [settings] = useState(deviceSettings);
  const screens = (
    <DeviceSettingsContext value={settings}>
      <InstallContext value={install}>
        <RouterProvider router={router} />
      </InstallContext>
    </DeviceSettingsContext>
  );
  return (
    <BootstrapContext value={bootstrap}>
      <MessagesProvider
        store={messages}
        initialLanguage={bootstrap.language}
        {...(bootstrap.pack ? { region: bootstrap.pack.region } : {})}
      >
        <Suspense fallback={<PendingScreen />}>
          {space ? <PlatformProvider {...space}>{screens}</PlatformProvider> : screens}
        </Suspense>
      </MessagesProvider>
    </BootstrapContext>
  );
}
