/**
 * How much a network may ask of the routes of devices. Keys of devices are free, so that a network has one allowance for all of them; but
 * others in the network must not lose by that: kiosks, and devices that have submitted before, pass where it is used up. They are
 * limited by themselves, once they have proven who they are.
 */

import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { PROOF_HEADER } from '../../../protocol/wire.ts';
import type { Sql } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { RateLimiter } from '../../base/rate-limiter.ts';
import { provesDevice, vendorOf } from '../access/access.ts';
import { takeByNetwork } from './by-network.ts';
import { networkOf, networksOf } from './network.ts';

export interface NetworkGate {
  /** Before the body is read and the proof is checked. @throws ProblemError of status 429. */
  admit(request: FastifyRequest): Promise<void>;
}

/** Since when a device must be known: keys that a stranger has made for this very moment are not. */
const ESTABLISHED_AFTER_MS = 60 * 60_000;
/** A device that staff block passes no longer than this; one look-up asks for all of a minute's devices. */
const BELIEVED_MS = 60_000;
const MAX_BELIEVED = 20_000;
/** A flood of invented names must not become one of the database: one look-up at a time asks for all that wait. */
const MAX_WAITING = 1_000;
const MAX_PROOF_LENGTH = 4_096;

const member = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
const headSchema = z.object({ jwk: z.object({ x: member, y: member }) });

/** RFC 7638 thumbprint of the key that a proof names. Nothing is proven by it. */
export function claimedDevice(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  const proof = request.headers[PROOF_HEADER];
  if (typeof proof !== 'string' || proof.length > MAX_PROOF_LENGTH) return undefined;
  try {
    const [head = ''] = proof.split('.');
    const { x, y } = headSchema.parse(JSON.parse(Buffer.from(head, 'base64url').toString())).jwk;
    const jwk = JSON.stringify({ crv: 'P-256', kty: 'EC', x, y });
    return createHash('sha256').update(jwk).digest('base64url');
  } catch {
    return undefined;
  }
}

/** Whether the vendor knows the device; asked only where a network has used up its allowance. */
export type IsEstablished = (vendor: string, device: string) => Promise<boolean>;

export interface DeviceName {
  readonly vendor: string;
  readonly device: string;
}

/** What a feature knows of some of these devices. */
export type ReadStandings = (devices: readonly DeviceName[]) => Promise<{
  /** The clinic's own: they pass whatever else is known of them. */
  readonly trusted?: readonly DeviceName[];
  /** They pass no more than strangers. */
  readonly blocked?: readonly DeviceName[];
}>;

interface Asked extends DeviceName {
  readonly answer: Promise<boolean>;
  readonly resolve: (isEstablished: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** @param sources what features know of devices. */
export function createIsEstablished(
  sql: Sql,
  now: () => Date,
  sources: () => readonly ReadStandings[],
): IsEstablished {
  const believed = new Map<string, number>();
  let waiting = new Map<string, Asked>();
  let isAsking = false;
  const nameOf = (vendor: string, device: string) => `${vendor}/${device}`;

  async function lookUp(asked: readonly Asked[]): Promise<ReadonlySet<string>> {
    const since = new Date(now().getTime() - ESTABLISHED_AFTER_MS).toISOString();
    const [known, ...standings] = await Promise.all([
      sql<DeviceName[]>`
        select d.vendor, d.device_id as device
        from unnest(${asked.map(({ vendor }) => vendor)}::text[], ${asked.map(({ device }) => device)}::text[]) as a (vendor, device)
        join devices d on d.vendor = a.vendor and d.device_id = a.device
        where d.known_at <= ${since}::timestamptz`,
      ...sources().map((read) => read(asked)),
    ]);
    const names = (devices: readonly DeviceName[] = []) =>
      devices.map(({ vendor, device }) => nameOf(vendor, device));
    const blocked = new Set(standings.flatMap((one) => names(one.blocked)));
    return new Set([
      ...names(known).filter((name) => !blocked.has(name)),
      ...standings.flatMap((one) => names(one.trusted)),
    ]);
  }

  async function askAll(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    while (waiting.size > 0) {
      const asked = [...waiting.values()];
      waiting = new Map();
      try {
        const found = await lookUp(asked);
        if (believed.size >= MAX_BELIEVED) believed.clear();
        for (const name of found) believed.set(name, now().getTime() + BELIEVED_MS);
        for (const { vendor, device, resolve } of asked) resolve(found.has(nameOf(vendor, device)));
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    isAsking = false;
  }

  return async (vendor, device) => {
    const name = nameOf(vendor, device);
    if ((believed.get(name) ?? 0) > now().getTime()) return true;
    if (waiting.size >= MAX_WAITING && !waiting.has(name)) return false;
    const { promise: answer, resolve, reject } = Promise.withResolvers<boolean>();
    const asked = waiting.get(name) ?? { vendor, device, answer, resolve, reject };
    waiting.set(name, asked);
    void askAll();
    return asked.answer;
  };
}

export interface NetworkGateDependencies {
  /** Of a single network. */
  readonly perNetwork: RateLimiter;
  /** Proofs that turned out wrong, by the device that they name and its network. */
  readonly perFailure: RateLimiter;
  readonly isEstablished: IsEstablished;
  /** @throws ProblemError of status 401. */
  readonly proveDevice: (request: FastifyRequest) => unknown;
}

export function createNetworkGate(dependencies: NetworkGateDependencies): NetworkGate {
  const { perNetwork, perFailure, isEstablished, proveDevice } = dependencies;
  return {
    async admit(request) {
      const seconds = takeByNetwork(perNetwork, networksOf(request.ip));
      if (seconds === 0) return;
      const { access } = request.routeOptions.config;
      const tooMany = () => new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(seconds) });
      const device = provesDevice(access) ? claimedDevice(request) : undefined;
      if (device === undefined || !(await isEstablished(vendorOf(request).pack.slug, device)))
        throw tooMany();
      // The names of others are no secret. Their owners need a second try at most, for the nonce.
      const claim = `${networkOf(request.ip)} ${device}`;
      if (perFailure.take(claim) > 0) throw tooMany();
      proveDevice(request);
      perFailure.refund(claim);
    },
  };
}
