/** Sends an event of the bridge to the page that is shown. */
import type { KioskBridge } from '../../renderer/platform/kiosk/bridge-contract.ts';
import type { createEventSender } from '../bridge/serve.ts';

export type KioskSender = ReturnType<typeof createEventSender<KioskBridge>>;
