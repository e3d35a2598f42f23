import { createContext } from 'react';
import type { DeviceSettings } from './device-settings.ts';

/** Where this device's own settings are kept; undefined on a kiosk, which keeps nothing of a patient's. */
export const DeviceSettingsContext = createContext<DeviceSettings | undefined>(undefined);
