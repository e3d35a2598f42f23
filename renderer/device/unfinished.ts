/** What `note-unfinished.ts` has noted for the front page. */
import { UNFINISHED } from './note-unfinished.ts';
import type { DeviceSettings } from './provider/device-settings.ts';

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
