import { Suspense, useMemo } from 'react';
import type { Language } from '../../sync/domain/languages.ts';
import type { PublishedPack } from '../../sync/domain/vendor/published-pack.ts';
import { PlatformProvider } from '../device/provider/platform-provider.tsx';
import type { PlatformSession } from '../device/provider/platform-session.ts';
import { type MessageStore, MessagesProvider } from '../i18n/index.ts';
import type { Kiosk } from '../platform/contract/kiosk-contract.ts';
import { KioskShell } from './frame/index.ts';
import { KioskScreens } from './kiosk-screens.tsx';
import { type Visit, VisitContext } from './visit/visit-context.ts';

export interface KioskAppProps extends Visit {
  readonly messages: MessageStore;
  readonly session: PlatformSession;
  /** Of the attract screen. */
  readonly language: Language;
}

/** The kiosk's one page: a visit from the attract screen to the wipe. */
export function KioskApp({ actor, platform, pack, messages, session, language }: KioskAppProps) {
  const visit = useMemo(() => ({ actor, platform, pack }), [actor, platform, pack]);
  const kiosk = useMemo(() => endsByFlow(visit), [visit]);
  return (
    <MessagesProvider store={messages} initialLanguage={language} region={pack.region}>
      <Suspense fallback={null}>
        <PlatformProvider pack={pack} session={session}>
          <VisitContext value={visit}>
            <KioskShell kiosk={kiosk} brand={{ name: pack.name, mark: pack.brand.mark }}>
              <KioskScreens />
            </KioskShell>
          </VisitContext>
        </PlatformProvider>
      </Suspense>
    </MessagesProvider>
  );
}

/** "Start over" in the frame goes by the flow, so that what was typed is off the screen before the shell is asked to wipe. */
function endsByFlow({ actor, platform }: Visit): Kiosk {
  return {
    ...platform.kiosk,
    async end(by) {
      if (by === 'patient') actor.send({ type: 'START_OVER' });
      else await platform.kiosk.end(by);
    },
  };
}

/** A vendor's pack in the languages of its panel: the first is the attract screen's. */
export function firstLanguage(pack: PublishedPack): Language {
  return pack.locales[0] ?? 'en';
}
