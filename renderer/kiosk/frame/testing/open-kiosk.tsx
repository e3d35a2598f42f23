import { type ReactNode, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach } from 'vitest';
import { page } from 'vitest/browser';
import type { Language } from '../../../../sync/domain/languages.ts';
import type { PublishedPack } from '../../../../sync/domain/vendor/published-pack.ts';
import { PlatformProvider } from '../../../device/provider/platform-provider.tsx';
import { createPlatformSession } from '../../../device/provider/platform-session.ts';
import '../../../design/base.css';
import {
  pack as clinic,
  createMemoryPlatform,
  type MemoryPlatform,
  offered,
} from '../../../features/intake/testing/memory-platform.ts';
import { createMessageStore, MessagesProvider } from '../../../i18n/index.ts';
import { KioskRun, type KioskRunProps } from '../../runner/kiosk-run.tsx';
import { KioskShell } from '../kiosk-shell.tsx';
import { createFakeKiosk, type FakeKiosk } from './fake-kiosk.ts';

export const PANELS = {
  portrait: [1080, 1920],
  landscape: [1280, 800],
} as const;
export type PanelName = keyof typeof PANELS;

const roots: { readonly root: Root; readonly host: HTMLElement }[] = [];

function closeAll(): void {
  for (const { root, host } of roots.splice(0)) {
    root.unmount();
    host.remove();
  }
}

afterEach(() => {
  closeAll();
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
});

export interface KioskOpening {
  readonly panel?: PanelName;
  readonly language?: Language;
  readonly kiosk?: FakeKiosk;
  readonly platform?: MemoryPlatform;
  readonly pack?: PublishedPack;
}

/** A panel with something on it. */
export async function openKiosk(
  ui: ReactNode,
  {
    panel = 'portrait',
    language = 'en',
    kiosk = createFakeKiosk(),
    platform = createMemoryPlatform(),
    pack = clinic,
  }: KioskOpening = {},
) {
  const [width, height] = PANELS[panel];
  await page.viewport(width, height);
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  roots.push({ root, host });
  root.render(
    <Suspense>
      <MessagesProvider store={createMessageStore()} initialLanguage={language} region="US">
        <PlatformProvider pack={pack} session={createPlatformSession(pack, async () => platform)}>
          <KioskShell kiosk={kiosk} brand={{ name: pack.name, mark: pack.brand.mark }}>
            <Suspense>{ui}</Suspense>
          </KioskShell>
        </PlatformProvider>
      </MessagesProvider>
    </Suspense>,
  );
  /** The page dies with its patient. */
  return { host, kiosk, platform, close: closeAll };
}

/** A panel with a form on it, at its first page. */
export async function openRun(props: Partial<KioskRunProps> = {}, opening: KioskOpening = {}) {
  const { pack = clinic } = opening;
  const finished: unknown[] = [];
  const left: true[] = [];
  const opened = await openKiosk(
    <KioskRun
      offered={pack.questionnaires[0] ?? offered}
      onFinished={(delivery) => finished.push(delivery)}
      onLeft={() => left.push(true)}
      {...props}
    />,
    { ...opening, pack },
  );
  return { ...opened, finished, left };
}
