/** One kiosk, as whoever starts it sees it. */
import type { Updater } from '../updates/keeper.ts';

export interface KioskOptions {
  /** Slug of the vendor that is built in. */
  readonly vendor: string;
  /** base64url raw Ed25519, from that vendor's pack. */
  readonly rootKeys: readonly string[];
  /** IANA name, of the clinic; this machine's own where it is undefined. */
  readonly timeZone?: string | undefined;
  /** Of the pack, for the time before there is an assignment. */
  readonly languages: readonly string[];
  /** Origin that `intakes` talks to; an assignment that names another one is followed by a restart: see `rememberedServer`. */
  readonly server: string;
  readonly updater?: Updater;
  /** In [0, 1): for the jitter of reports alone. */
  readonly fraction?: () => number;
}

export interface Kiosk {
  /** Resolves when a page is shown, or it is clear that none can be. */
  start(): Promise<void>;
  /** Asked to end by the system: wipes, and leaves nothing half written. */
  stop(): Promise<void>;
  /** What the core holds just now, for tests and for nothing else. */
  counts(): {
    readonly pages: number;
    readonly bridges: number;
    readonly waitingArrivals: number;
    /** Reports that are over. */
    readonly minutes: number;
  };
}
