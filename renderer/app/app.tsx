import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { optional } from '../base/optional.ts';
import { deviceSettings } from '../device/provider/device-settings.ts';
import { DeviceSettingsContext } from '../device/provider/device-settings-context.ts';
import type { PackSource } from '../device/provider/pack-source.ts';
import {
  PlatformProvider,
  type PlatformProviderProps,
  usePlatformStatus,
} from '../device/provider/platform-provider.tsx';
import type { PlatformSession } from '../device/provider/platform-session.ts';
import { type MessageStore, MessagesProvider } from '../i18n/index.ts';
import type { InstallPrompt } from '../pwa/install-prompt.ts';
import type { Bootstrap } from '../shell/bootstrap/bootstrap.ts';
import { BootstrapContext } from '../shell/bootstrap/bootstrap-context.ts';
import { HeaderAccount } from '../shell/frame/header-account.ts';
import { InstallContext } from '../shell/install/install-provider.ts';
import { PendingScreen } from '../shell/pending-screen.tsx';
import type { AppRouter } from './router.ts';

// Who is signed in, and what is in their cart, is known once the device's store is open: its code may come then, too.
const HeaderTools = optional(async () => (await import('./header/header-tools.tsx')).HeaderTools);
const accountLink = <AccountLink />;

function AccountLink() {
  return usePlatformStatus() !== 'idle' && <HeaderTools />;
}

export interface AppProps {
  readonly bootstrap: Bootstrap;
  readonly messages: MessageStore;
  readonly router: AppRouter;
  readonly install: InstallPrompt;
  /** On the pages of a vendor's space. */
  readonly space?: VendorSpace | undefined;
}

export interface VendorSpace {
  readonly packs: PackSource;
  readonly session: PlatformSession;
  /** Where absent, once the page has been painted. */
  readonly whenDue?: PlatformProviderProps['whenDue'];
}

function Space({ packs, session, whenDue, children }: VendorSpace & { readonly children: ReactNode }) {
  const pack = useSyncExternalStore(packs.subscribe, packs.current, packs.current);
  return (
    <PlatformProvider pack={pack} session={session} whenDue={whenDue}>
      <HeaderAccount value={accountLink}>{children}</HeaderAccount>
    </PlatformProvider>
  );
}

/** Another language needs what the page left out, too. */
const withPack = (messages: MessageStore, { whole }: PackSource): MessageStore => ({
  ...messages,
  loadSame: async (from, to) => void (await Promise.all([messages.loadSame(from, to), whole()])),
});

export function App({ bootstrap, messages, router, install, space }: AppProps) {
  const [settings] = useState(deviceSettings);
  const [texts] = useState(() => (space ? withPack(messages, space.packs) : messages));
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
        store={texts}
        initialLanguage={bootstrap.language}
        {...(bootstrap.pack ? { region: bootstrap.pack.region } : {})}
      >
        <Suspense fallback={<PendingScreen />}>
          {space ? <Space {...space}>{screens}</Space> : screens}
        </Suspense>
      </MessagesProvider>
    </BootstrapContext>
  );
}
