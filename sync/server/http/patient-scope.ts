/** Routes below `/connect/{vendor}` for patients, signed in or about to be. The routes are the features'. */
import type { FastifyInstance } from 'fastify';
import type { RateLimiter } from '../base/rate-limiter.ts';
import { addDeviceScope, type DeviceScope, type DeviceScopeDependencies } from './device-scope.ts';

export interface PatientScopeDependencies extends DeviceScopeDependencies {
  readonly perDevice: RateLimiter;
}

export type PatientScope = DeviceScope;

export const patientOnly = { config: { access: 'patient' } } as const;

/** Small JSON: what is large goes as an operation or a blob. */
const MAX_BYTES = 16_384;

export function addPatientScope(
  server: FastifyInstance,
  { perDevice, ...dependencies }: PatientScopeDependencies,
  addRoutes: (scope: PatientScope) => void,
): void {
  addDeviceScope(
    server,
    dependencies,
    { maxBytes: MAX_BYTES, limiter: perDevice, limited: ({ device }) => device?.deviceId },
    addRoutes,
  );
}
