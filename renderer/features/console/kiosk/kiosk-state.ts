/** What a kiosk's last words come to. */
import type { KioskView } from '../../../../sync/protocol/api/console-kiosks.ts';

/** Kiosks speak every half minute or so: after this one is off, or without a network. */
export const SILENT_MS = 5 * 60_000;

export type KioskState =
  | 'signed-out'
  | 'new'
  | 'silent'
  | 'attract'
  | 'in-session'
  | 'wiping'
  | 'closed'
  | 'recovery';

/** @param now the server's clock. */
export function kioskStateOf({ revokedAt, health, healthAt }: KioskView, now: string): KioskState {
  if (revokedAt !== null) return 'signed-out';
  if (health === null || healthAt === null) return 'new';
  return Date.parse(now) - Date.parse(healthAt) > SILENT_MS ? 'silent' : health.state;
}

/** Somebody has to go there. */
export function needsSomebody(state: KioskState): boolean {
  return state === 'silent' || state === 'recovery';
}
