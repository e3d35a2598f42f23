import { useEffect, useLayoutEffect, useMemo } from 'react';
import type { KioskShellProps } from '../base/contract.ts';
import { PanelContext } from '../base/kiosk-context.ts';
import { AudioMode } from '../comfort/audio-mode.tsx';
import { ComfortProvider } from '../comfort/comfort-provider.tsx';
import { Curtain } from '../comfort/curtain.tsx';
import { loadKeyboardAhead } from '../keyboard/keyboard-dock.tsx';
import { KioskKeyboardProvider } from '../keyboard/keyboard-provider.tsx';
import { watchActivity } from './activity.ts';
import { IdleDialog } from './idle-dialog.tsx';
import './kiosk-tokens.css';

/**
 * Everything that is the same on each screen of the kiosk: comfort, speech, keys, the idle clock, the curtain. Once per page, and so once per
 * patient: nothing of it outlives them. Within a `MessagesProvider` and a `Suspense`.
 */
export function KioskShell({ kiosk, brand, children }: KioskShellProps) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.kiosk = '';
    return () => {
      delete dataset.kiosk;
    };
  }, []);
  useEffect(() => watchActivity(kiosk, document), [kiosk]);
  useEffect(loadKeyboardAhead, []);
  const panel = useMemo(() => ({ kiosk, brand }), [kiosk, brand]);
  return (
    <PanelContext value={panel}>
      <ComfortProvider>
        <AudioMode kiosk={kiosk}>
          <KioskKeyboardProvider>
            {children}
            <Curtain />
            <IdleDialog />
          </KioskKeyboardProvider>
        </AudioMode>
      </ComfortProvider>
    </PanelContext>
  );
}
