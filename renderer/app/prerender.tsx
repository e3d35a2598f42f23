/** Screens as HTML: what a server puts into a page, so that it shows before its scripts have come. Nothing of a device is known here. */
import { createMemoryHistory } from '@tanstack/react-router';
import { prerenderToNodeStream } from 'react-dom/static';
import { createPackSource } from '../device/provider/pack-source.ts';
import { createPlatformSession } from '../device/provider/platform-session.ts';
import { createMessageStore } from '../i18n/index.ts';
import type { InstallPrompt } from '../pwa/install-prompt.ts';
import type { Bootstrap } from '../shell/bootstrap/bootstrap.ts';
import { App } from './app.tsx';
import * as pages from './page-routes.ts';
import { createAppRouter } from './router.ts';

export interface Prerendering {
  readonly bootstrap: Bootstrap;
  readonly path: string;
  /** For the vendor's own files. */
  readonly fetch: typeof globalThis.fetch;
}

const nowhere: InstallPrompt = {
  way: () => 'none',
  prompt: async () => 'unavailable',
  subscribe: () => () => undefined,
  stop: () => undefined,
};

const never = () => new Promise<never>(() => undefined);

/** @throws where there is no such screen, or it can't be shown without a device */
export async function prerender(
  { bootstrap, path, fetch }: Prerendering,
  signal: AbortSignal,
): Promise<string> {
  const { pack, language } = bootstrap;
  const messages = createMessageStore();
  await Promise.all([messages.load('shell', language), messages.load('design', language)]);
  const packs = pack && createPackSource({ inPage: pack, isWhole: true });
  const router = createAppRouter({
    ...{ bootstrap, messages, packs, pages, fetch },
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  const unready = router.state.matches.find(({ status }) => status !== 'success');
  if (unready) throw new Error(`${path} has no screen: ${unready.id} is ${unready.status}`);
  const space = pack && packs && { packs, session: createPlatformSession(pack, never) };
  const { prelude } = await prerenderToNodeStream(
    <App {...{ bootstrap, messages, router, space }} install={nowhere} />,
    // A boundary that is sent later needs a script in the page, which our policy forbids.
    { progressiveChunkSize: 1e9, signal },
  );
  let html = '';
  for await (const chunk of prelude.setEncoding('utf8')) html += chunk;
  return html;
}
