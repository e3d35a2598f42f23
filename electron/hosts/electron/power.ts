/** What the machine does with its power and its network, in the kiosk's words. */
import type { PowerEvent } from '../host.ts';
import type { PowerMonitorPiece } from './pieces.ts';

/** Electron tells nothing of networks; addresses are compared so often. */
export const NETWORK_LOOK_MS = 10_000;

export interface PowerOptions {
  readonly powerMonitor: PowerMonitorPiece;
  readonly powerSaveBlocker: { start(type: 'prevent-display-sleep'): number };
  readonly after: (ms: number, run: () => void) => () => void;
  /** The machine's own addresses: `os.networkInterfaces`. */
  readonly addresses: () => readonly string[];
  readonly onEvent: (event: PowerEvent) => void;
}

export function watchPower({
  powerMonitor,
  powerSaveBlocker,
  after,
  addresses,
  onEvent,
}: PowerOptions): void {
  powerSaveBlocker.start('prevent-display-sleep');
  powerMonitor.on('suspend', () => onEvent('suspend'));
  powerMonitor.on('lock-screen', () => onEvent('lock'));
  powerMonitor.on('resume', () => onEvent('resume'));

  const read = () => addresses().toSorted().join(' ');
  let seen = read();
  function look(): void {
    const now = read();
    if (now !== seen) onEvent('network-changed');
    seen = now;
    after(NETWORK_LOOK_MS, look);
  }
  after(NETWORK_LOOK_MS, look);
}
