import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { PublishedPack } from '../../sync/domain/vendor/published-pack.ts';
import { deviceSettings } from '../device/provider/device-settings.ts';
import { DeviceSettingsContext } from '../device/provider/device-settings-context.ts';
import { PlatformProvider } from '../device/provider/platform-provider.tsx';
import type { PlatformSession } from '../device/provider/platform-session.ts';
import { type MessageStore, MessagesProvider } from '../i18n/index.ts';
import type { InstallPrompt } from '../pwa/install-prompt.ts';
import type { Bootstrap } from '../shell/bootstrap/bootstrap.ts';
import { BootstrapContext } from '../shell/bootstrap/bootstrap-context.ts';
import { InstallContext } from '../shell/install/install-provider.ts';
import { PendingScreen } from '../shell/pending-screen.tsx';
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
