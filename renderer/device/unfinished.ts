/** How many forms somebody has left unfinished, by vendor: a number for the front page, which can't open a vendor's store. Which forms they are stays there. */
import type { DeviceSettings } from './provider/device-settings.ts';

const UNFINISHED = 'platform:unfinished';

export type Unfinished = Readonly<Record<string, number>>;

export function readUnfinished(settings: DeviceSettings): Unfinished {
  try {
    const kept: unknown = JSON.parse(settings.getItem(UNFINISHED) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).flatMap(([slug, count]): [string, number][] =>
        typeof count === 'number' && count > 0 && /^[a-z0-9-]{1,63}$/.test(slug) ? [[slug, count]] : [],
      ),
    );
  } catch {
    return {};
  }
}

export function forgetUnfinished(settings: DeviceSettings): void {
  try {
    settings.removeItem(UNFINISHED);
  } catch {
    // Forbidden: then it was never kept.
  }
}

export function noteUnfinished(settings: DeviceSettings, vendor: string, count: number): void {
  try {
    const { [vendor]: _before, ...others } = readUnfinished(settings);
    settings.setItem(UNFINISHED, JSON.stringify(count === 0 ? others : { ...others, [vendor]: count }));
  } catch {
    // No room, or forbidden: the front page lists the vendor all the same.
  }
}
