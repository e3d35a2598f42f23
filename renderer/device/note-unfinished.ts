/** How many forms somebody has left unfinished, by vendor: a number for the front page, which can't open a vendor's store. Which forms they are stays there. */
import type { DeviceSettings } from './provider/device-settings.ts';

/** A JSON object of numbers by vendor: see `unfinished.ts`. */
export const UNFINISHED = 'platform:unfinished';

export function noteUnfinished(settings: DeviceSettings, vendor: string, count: number): void {
  try {
    const kept: Record<string, number> = JSON.parse(settings.getItem(UNFINISHED) ?? '{}');
    // None leaves no trace of the vendor.
    settings.setItem(UNFINISHED, JSON.stringify({ ...kept, [vendor]: count || undefined }));
  } catch {
    // No room, or forbidden: the front page lists the vendor all the same.
  }
}
