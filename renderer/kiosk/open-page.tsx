/** Opens the kiosk's page in the shell around it; or says, where it can't, whom to see. */
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createActor } from 'xstate';
import { createPlatformSession } from '../device/provider/platform-session.ts';
import { createMessageStore, isLanguage } from '../i18n/index.ts';
import type { PageApi } from '../platform/kiosk/page-api.ts';
import { beatFor, createKioskPlatform } from '../platform/kiosk/platform.ts';
import { firstLanguage, KioskApp } from './kiosk-app.tsx';
import { readKioskPack } from './kiosk-pack.ts';
import { showOutOfOrder } from './out-of-order.ts';
import { createKioskActors } from './visit/kiosk-actors.ts';
import { createKioskMachine } from './visit/kiosk-machine.ts';

/** Texts that the first touch needs, in whatever language it chooses: nothing is waited for then. */
const AREAS = ['kiosk', 'frame', 'design', 'controls'] as const;
/** Texts of a form, which come while nobody has begun: the screen that first needed them would be empty meanwhile. */
const LATER_AREAS = ['welcome', 'flow', 'form', 'safety', 'emergency'] as const;

export interface PageParts {
  readonly host: HTMLElement;
  /** Undefined outside of a kiosk's shell: there is nobody to seal anything for. */
  readonly api: PageApi | undefined;
  /** The pack that was built beside this page. */
  readonly readPack: () => Promise<unknown>;
}

/**
 * Resolves when the first screen was given to the browser, or the page that sends to the desk is in its place: that one never says that it has
 * painted, so that the watchdog makes a new one.
 */
export async function openPage({ host, api, readPack }: PageParts): Promise<void> {
  let stopBeating: () => void = () => undefined;
  const giveUp = () => {
    stopBeating();
    return showOutOfOrder(host);
  };
  try {
    if (!api) throw new Error('This page runs in a kiosk’s shell only');
    // A screen that breaks while somebody is at it is no white panel either.
    const root = createRoot(host, { onUncaughtError: () => void giveUp() });
    await render(root, api, readPack);
    stopBeating = beatFor(api);
  } catch {
    await giveUp();
  }
}

async function render(root: Root, api: PageApi, readPack: () => Promise<unknown>): Promise<void> {
  const pack = readKioskPack(await readPack());
  const platform = createKioskPlatform({
    vendor: pack.slug,
    api,
    // Nothing of the session that is being wiped stays on the screen.
    onEnding: () => root.unmount(),
  });
  const messages = createMessageStore();
  const language = firstLanguage(pack);
  const load = (areas: readonly (typeof AREAS | typeof LATER_AREAS)[number][]) =>
    Promise.all(
      pack.locales.filter(isLanguage).flatMap((each) => areas.map((area) => messages.load(area, each))),
    );
  await Promise.all([platform.start(), load(AREAS)]);
  const actor = createActor(createKioskMachine(createKioskActors(platform, pack)), {
    input: { status: platform.kiosk.status() },
  }).start();
  platform.kiosk.watchStatus((status) => actor.send({ type: 'STATUS', status }));
  const session = createPlatformSession(pack, async () => platform);
  root.render(
    <StrictMode>
      <KioskApp {...{ actor, platform, pack, messages, session, language }} />
    </StrictMode>,
  );
  // What doesn't come now is asked for again by the screen that needs it.
  void load(LATER_AREAS).catch(() => undefined);
}
