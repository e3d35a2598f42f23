/** Tells the page that is shown how its kiosk is, whenever that has changed; and knows since when nobody has been here. */

import type { Facts } from './facts.ts';
import type { KioskSender } from './sender.ts';

export interface StatusTeller {
  /** @param always for a page that was told nothing yet */
  tell(always?: boolean): void;
  /** How long nobody has been here and nothing was wrong, in ms: the attract screen, or the clinic's hours are over; 0 where it isn't so. */
  attractForMs(): number;
}

export function createStatusTeller(options: {
  readonly facts: Facts;
  readonly monotonic: () => number;
  readonly send: KioskSender;
}): StatusTeller {
  const { facts, monotonic, send } = options;
  let lastTold = '';
  let attractSince: number | undefined;

  return {
    tell(always = false) {
      const { languages, ...status } = facts.status();
      const seen = JSON.stringify({ ...status, languages, now: undefined });
      if (!always && seen === lastTold) return;
      lastTold = seen;
      const isQuiet = status.phase === 'attract' || status.reason === 'hours';
      attractSince = isQuiet ? (attractSince ?? monotonic()) : undefined;
      send('status', { ...status, languages: [...languages] });
    },
    attractForMs: () => (attractSince === undefined ? 0 : monotonic() - attractSince),
  };
}
