/** `/connect/{vendor}/kiosk/v1/*`: what kiosks say to the server. The routes are the features'. */
import type { FastifyInstance } from 'fastify';
import type { RateLimiter } from '../base/rate-limiter.ts';
import { addDeviceScope, type DeviceScope, type DeviceScopeDependencies } from './device-scope.ts';

export interface KioskScopeDependencies extends DeviceScopeDependencies {
  readonly perKiosk: RateLimiter;
}

export type KioskScope = DeviceScope;

export const KIOSK_BASE = '/connect/:vendor/kiosk/v1';
export const kioskOnly = { config: { access: 'kiosk' } } as const;

/** A hand-off is the largest thing that a kiosk sends here: its schema's 2,000,000 letters, and the JSON around them. */
const MAX_BYTES = 2_100_000;

export function addKioskScope(
  server: FastifyInstance,
  { perKiosk, ...dependencies }: KioskScopeDependencies,
  addRoutes: (scope: KioskScope) => void,
): void {
  const limited = {
    limiter: perKiosk,
    limited: ({ kiosk }: { kiosk: { device: string } | null }) => kiosk?.device,
  };
  addDeviceScope(server, dependencies, { maxBytes: MAX_BYTES, ...limited }, addRoutes);
}
