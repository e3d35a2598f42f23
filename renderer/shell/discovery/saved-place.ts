import { useState } from 'react';
import { isKnownPlace } from '../../../sync/domain/places/places.ts';
import { useIsHydrated } from '../../base/use-is-hydrated.ts';
import { type DeviceSettings, deviceSettings } from '../../device/provider/device-settings.ts';

const PLACE = 'platform:place';

/** The place that somebody has chosen on this device: a state or a country, never a position. */
export function savedPlace(settings: DeviceSettings): string | undefined {
  try {
    const kept = settings.getItem(PLACE);
    return kept !== null && isKnownPlace(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function savePlace(settings: DeviceSettings, place: string | undefined): void {
  try {
    if (place === undefined) settings.removeItem(PLACE);
    else settings.setItem(PLACE, place);
  } catch {
    // No room, or forbidden: it is asked for again.
  }
}

/** The place in the page's address, else the one that was saved. */
function knownPlace(): string | undefined {
  const asked = new URLSearchParams(window.location.search).get('place');
  return asked !== null && isKnownPlace(asked) ? asked : savedPlace(deviceSettings());
}

/** Where the patient is, as far as they said; undefined until the page is this device's own. */
export function usePlace(): readonly [
  place: string | undefined,
  change: (place: string | undefined) => void,
] {
  const isHydrated = useIsHydrated();
  const [chosen, setChosen] = useState<{ readonly place: string | undefined }>();
  const change = (place: string | undefined) => {
    savePlace(deviceSettings(), place);
    setChosen({ place });
  };
  return [chosen ? chosen.place : isHydrated ? knownPlace() : undefined, change];
}
