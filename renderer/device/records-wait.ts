import type { Platform } from '../platform/contract/contract.ts';

/**
 * How long somebody is kept waiting for records that were never on this device. The first pull takes a second or two; who has no answer by then goes on with what
 * the device has.
 */
export const RECORDS_WAIT_MS = 8_000;

/** What `useOffline` says, at this moment. */
export const isOffline = ({ connection }: Pick<Platform, 'connection'>): boolean =>
  connection().state === 'offline' || navigator.onLine === false;
