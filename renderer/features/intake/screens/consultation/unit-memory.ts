import type { DeviceSettings } from '../../../../device/provider/device-settings.ts';
import type { UnitMemory, UnitSystem } from '../../../../form/values/unit-preference.ts';

const KEY = 'platform:units';
const systems: readonly UnitSystem[] = ['customary', 'metric'];

function readAll(settings: DeviceSettings): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(settings.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/** The units that were chosen on this device: names of units, and nothing that was measured. */
export function createUnitMemory(settings: DeviceSettings): UnitMemory {
  return {
    read(measure) {
      const kept = readAll(settings)[measure];
      return systems.find((system) => system === kept);
    },
    keep(measure, system) {
      try {
        settings.setItem(KEY, JSON.stringify({ ...readAll(settings), [measure]: system }));
      } catch {
        // No room, or forbidden: the choice holds for this form.
      }
    },
  };
}
