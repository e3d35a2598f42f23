/**
 * How much devices may have stored in a day. Nothing that was received is ever deleted unread, and keys of devices are free: without a bound one
 * sender fills the disk for all vendors. Counted by network and by vendor, in the memory of each process. Devices that the vendor has known for a
 * while, and kiosks, pass where it is used up; others keep what they have and try again.
 */

import type { FastifyRequest } from 'fastify';
import { isUrgent } from '../../../protocol/operations/registry.ts';
import { ProblemError } from '../../base/problems.ts';
import { createRateLimiter } from '../../base/rate-limiter.ts';
import { deviceOf, vendorOf } from '../access/access.ts';
import { takeByNetwork } from './by-network.ts';
import { neighborhoodsOf } from './network.ts';
import type { IsEstablished } from './network-gate.ts';

/** Bytes a day. */
export interface StorageBudget {
  /** Of a /24 of IPv4 or a /64 of IPv6; wider networks of IPv6 have more. */
  readonly ofNetwork: number;
  readonly ofVendor: number;
}

export interface StorageBudgets {
  readonly operations: StorageBudget;
  readonly blobs: StorageBudget;
}

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;
const MINUTES_OF_DAY = 24 * 60;

/** Some thousand forms of a network, and some hundred with photos. */
export const STORAGE_BUDGETS: StorageBudgets = {
  operations: { ofNetwork: 256 * MEBIBYTE, ofVendor: 4 * GIBIBYTE },
  blobs: { ofNetwork: 2 * GIBIBYTE, ofVendor: 16 * GIBIBYTE },
};

export interface StorageGate {
  /** Before anything is stored, for a device that has proven its key. @throws ProblemError of status 429. */
  admit(request: FastifyRequest, bytes: number): Promise<void>;
}

/**
 * @param clock in milliseconds.
 * @returns takes bytes of a vendor's and a network's budget: 0, or the seconds after which there is room
 */
export function createByteBudget({ ofNetwork, ofVendor }: StorageBudget, clock: () => number) {
  const daily = (bytes: number) =>
    createRateLimiter({ burst: bytes, perMinute: bytes / MINUTES_OF_DAY }, clock);
  const perNetwork = daily(ofNetwork);
  const perVendor = daily(ofVendor);

  return (vendor: string, address: string, bytes: number): number => {
    const ofAll = perVendor.take(vendor, bytes);
    if (ofAll > 0) return ofAll;
    const seconds = takeByNetwork(perNetwork, neighborhoodsOf(address), bytes);
    if (seconds > 0) perVendor.refund(vendor, bytes);
    return seconds;
  };
}

/** @param clock in milliseconds. */
export function createStorageGate(
  budget: StorageBudget,
  isEstablished: IsEstablished,
  clock: () => number,
): StorageGate {
  const take = createByteBudget(budget, clock);
  return {
    async admit(request, bytes) {
      const { slug } = vendorOf(request).pack;
      const seconds = take(slug, request.ip, bytes);
      if (seconds === 0 || (await isEstablished(slug, deviceOf(request).deviceId))) return;
      throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(seconds) });
    },
  };
}

/** What one alert takes at the very most. What is larger and calls itself one has no privilege by it. */
const MAX_ALERTS_BYTES = 256 * 1024;

/** Whether a push is of safety alerts alone, as devices send them: those are never refused. @param ops as they came. */
export function isUrgentPush(ops: readonly unknown[], bytes: number): boolean {
  const isOne = (op: unknown) =>
    typeof op === 'object' && op !== null && 'kind' in op && typeof op.kind === 'string' && isUrgent(op.kind);
  return bytes <= MAX_ALERTS_BYTES && ops.every(isOne);
}
