/** The entry: reads what the server wrote into the page, puts the parts together and shows the first screen. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../design/base.css';
import { loadPlatform } from '../device/load-platform.ts';
import { createPlatformSession } from '../device/provider/platform-session.ts';
import { createMessageStore } from '../i18n/index.ts';
import { createInstallPrompt } from '../pwa/install-prompt.ts';
import { readBootstrap } from '../shell/bootstrap/bootstrap.ts';
import { App } from './app.tsx';
import { canonicalPath } from './canonical-address.ts';
import { createAppRouter } from './router.ts';

const { pathname, search, hash } = window.location;
if (canonicalPath(pathname) !== pathname)
  window.history.replaceState(null, '', `${canonicalPath(pathname)}${search}${hash}`);

const bootstrap = readBootstrap(document, navigator.languages);
const messages = createMessageStore();
// Every screen needs these two: they travel while the rest is put together. A failure is met again by the screen that reads them.
void Promise.allSettled([
  messages.load('shell', bootstrap.language),
  messages.load('design', bootstrap.language),
]);
// The browser makes its offer once, early, whether or not anybody listens.
const install = createInstallPrompt(window);
const { pack, scope } = bootstrap;
const space =
  pack && scope === 'vendor' ? { pack, session: createPlatformSession(pack, loadPlatform) } : undefined;
const router = createAppRouter({ bootstrap, messages });
const host = document.getElementById('app');

if (host) {
  createRoot(host).render(
    <StrictMode>
      <App {...{ bootstrap, messages, router, space, install }} />
    </StrictMode>,
  );
}
