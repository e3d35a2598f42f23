import type { Located } from '../../../../sync/domain/places/locate.ts';

/** `denied`: the person or the browser said no. `unavailable`: the device can't tell, or this document may not ask. */
export type Finding = Located | { readonly kind: 'denied' } | { readonly kind: 'unavailable' };

const WITHIN_MS = 15_000;
/** A minute old is new enough for a state. */
const MAX_AGE_MS = 60_000;

function position(device: Geolocation): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) =>
    device.getCurrentPosition(resolve, reject, { timeout: WITHIN_MS, maximumAge: MAX_AGE_MS }),
  );
}

/** Asks the device, and a map on it. The position is kept nowhere. */
export async function findPosition(device: Geolocation | undefined): Promise<Finding> {
  if (device === undefined) return { kind: 'unavailable' };
  try {
    const [{ locateOnMap }, { coords }] = await Promise.all([
      import('../map/locate-on-map.ts'),
      position(device),
    ]);
    return locateOnMap(coords);
  } catch (error) {
    const isDenied = typeof error === 'object' && error !== null && 'code' in error && error.code === 1;
    return { kind: isDenied ? 'denied' : 'unavailable' };
  }
}
