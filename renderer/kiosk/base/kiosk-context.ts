import { createContext, use, useSyncExternalStore } from 'react';
import type { HelpState, Kiosk, KioskStatus } from '../../platform/contract/kiosk-contract.ts';
import type { KioskShellProps } from './contract.ts';

interface Panel {
  readonly kiosk: Kiosk;
  readonly brand: KioskShellProps['brand'];
}

export const PanelContext = createContext<Panel | undefined>(undefined);

export function usePanelHost(): Panel {
  const panel = use(PanelContext);
  if (!panel) throw new Error('This needs a KioskShell above it');
  return panel;
}

/** The shell around the kiosk's screens. */
export function useKiosk(): Kiosk {
  return usePanelHost().kiosk;
}

export function useKioskStatus(): KioskStatus {
  const kiosk = useKiosk();
  return useSyncExternalStore(
    (listener) => kiosk.watchStatus(listener),
    () => kiosk.status(),
  );
}

export function useHelp(): HelpState {
  const kiosk = useKiosk();
  return useSyncExternalStore(
    (listener) => kiosk.watchHelp(listener),
    () => kiosk.help(),
  );
}
