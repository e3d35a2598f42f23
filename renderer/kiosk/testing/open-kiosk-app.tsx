import { createRoot, type Root } from 'react-dom/client';
import { afterEach } from 'vitest';
import { page } from 'vitest/browser';
import { createActor } from 'xstate';
import { type Language, languages } from '../../../sync/domain/languages.ts';
import { testPack, testQuestionnaire } from '../../../sync/domain/testing/fixture-clinic.ts';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import { createPlatformSession } from '../../device/provider/platform-session.ts';
import '../../design/base.css';
import { createMessageStore } from '../../i18n/index.ts';
import { KioskApp } from '../kiosk-app.tsx';
import { createKioskActors } from '../visit/kiosk-actors.ts';
import type { KioskEvent } from '../visit/kiosk-events.ts';
import { createKioskMachine } from '../visit/kiosk-machine.ts';
import { createFakeKioskPlatform, type FakeKioskPlatform } from './fake-kiosk.ts';

/** CSS pixels of the panels that the kiosk is designed for. */
export const panels = { portrait: [1080, 1920], landscape: [1280, 800] } as const;

const AREAS = [
  'kiosk',
  'frame',
  'design',
  'controls',
  'welcome',
  'flow',
  'form',
  'safety',
  'emergency',
] as const;

const roots: { readonly root: Root; readonly host: HTMLElement; readonly stop: () => void }[] = [];

afterEach(() => {
  for (const { root, host, stop } of roots.splice(0)) {
    stop();
    root.unmount();
    host.remove();
  }
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
});

/** A vendor with two forms and its own words at the end. */
export const kioskTestPack = (): PublishedPack =>
  testPack({
    kiosk: {
      doneInstruction: {
        en: 'Take a seat, blue area',
        es: 'Tome asiento, zona azul',
        ar: 'تفضّل بالجلوس في المنطقة الزرقاء',
      },
      attractMinutes: 2,
    },
    questionnaires: [
      testQuestionnaire(),
      testQuestionnaire({
        slug: 'mood',
        title: { en: 'Mood check', es: 'Ánimo', ar: 'المزاج' },
        durationMinutes: 5,
      }),
    ],
  });

export interface KioskOpening {
  readonly panel?: keyof typeof panels;
  readonly language?: Language;
  readonly platform?: FakeKioskPlatform;
  readonly pack?: PublishedPack;
  /** What has happened before the test looks. */
  readonly events?: readonly KioskEvent[];
}

/** The kiosk's page as the shell would open it, on a panel of its size. */
export async function openKioskApp({
  panel = 'portrait',
  language = 'en',
  platform = createFakeKioskPlatform(),
  pack = kioskTestPack(),
  events = [],
}: KioskOpening = {}) {
  const [width, height] = panels[panel];
  await page.viewport(width, height);
  const messages = createMessageStore();
  await Promise.all(
    // Also those of a form: a screen that waits for its words is empty, and comes back only after half a second.
    languages.flatMap((each) => AREAS.map((area) => messages.load(area, each))),
  );
  const actor = createActor(createKioskMachine(createKioskActors(platform, pack)), {
    input: { status: platform.kiosk.status() },
  }).start();
  const stop = platform.kiosk.watchStatus((status) => actor.send({ type: 'STATUS', status }));
  const session = createPlatformSession(pack, async () => platform);
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  roots.push({
    root,
    host,
    stop() {
      stop();
      actor.stop();
    },
  });
  for (const event of events) {
    actor.send(event);
    // What was asked of the shell is answered before the next.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  root.render(<KioskApp {...{ actor, platform, pack, messages, session, language }} />);
  return { screen: page.elementLocator(host), actor, platform };
}
