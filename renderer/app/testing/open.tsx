import { createMemoryHistory } from '@tanstack/react-router';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach } from 'vitest';
import { page } from 'vitest/browser';
import type { Language } from '../../../sync/domain/languages.ts';
import '../../design/base.css';
import { testPack } from '../../../sync/domain/testing/fixture-clinic.ts';
import { createPackSource } from '../../device/provider/pack-source.ts';
import { createPlatformSession } from '../../device/provider/platform-session.ts';
import { createTestPlatform, type TestPlatform } from '../../device/testing/platform.ts';
import { createMessageStore } from '../../i18n/index.ts';
import type { InstallPrompt, InstallWay } from '../../pwa/install-prompt.ts';
import type { Bootstrap } from '../../shell/bootstrap/bootstrap.ts';
import { App } from '../app.tsx';
import * as pages from '../page-routes.ts';
import { createAppRouter } from '../router.ts';

interface OpenedPage {
  readonly root: Root;
  readonly host: HTMLElement;
}
const roots: OpenedPage[] = [];

function close({ root, host }: OpenedPage): void {
  root.unmount();
  host.remove();
}

afterEach(() => {
  for (const page of roots.splice(0)) close(page);
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
});

export interface Opening {
  readonly language?: Language;
  /** By default the page of the vendor "meadow". */
  readonly bootstrap?: Partial<Bootstrap>;
  readonly platform?: TestPlatform;
  readonly install?: InstallWay;
}

const installAs = (way: InstallWay): InstallPrompt => ({
  way: () => way,
  prompt: async () => 'accepted',
  subscribe: () => () => undefined,
  stop: () => undefined,
});

/** Opens an address of the app as a page of its own, with a device in memory. */
export function open(
  path: string,
  { language = 'en', bootstrap: part, platform = createTestPlatform(), install = 'none' }: Opening = {},
) {
  const bootstrap: Bootstrap = { scope: 'vendor', pack: testPack(), ...part, language };
  const messages = createMessageStore();
  const router = createAppRouter({
    bootstrap,
    messages,
    pages,
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  const { pack, scope } = bootstrap;
  const space =
    pack && scope === 'vendor'
      ? {
          packs: createPackSource({ inPage: pack, isWhole: true }),
          session: createPlatformSession(pack, async () => platform),
        }
      : undefined;
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const opened = { root, host };
  roots.push(opened);
  root.render(<App {...{ bootstrap, messages, router, space }} install={installAs(install)} />);
  /** The page is closed before the test ends. */
  const leave = () => {
    for (const one of roots.splice(roots.indexOf(opened), 1)) close(one);
  };
  return { screen: page.elementLocator(host), router, platform, leave };
}
