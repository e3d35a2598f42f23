/**
 * How many bytes of bodies may be in memory at a time: a client can hold the rest of its body back for as long as a request may take, on many
 * connections. Bytes are counted as they arrive, so that a length which is only announced takes nothing from others.
 */
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../../base/problems.ts';
import { networksOf } from './network.ts';

export interface BodyBudget {
  /** Of a network. */
  readonly ofNetwork: number;
  /** Of all networks together. */
  readonly ofStrangers: number;
  /** With those of devices that the vendor has known for a while, and of kiosks: they don't count as their network's. */
  readonly total: number;
}

const MEBIBYTE = 1024 * 1024;
export const BODY_BUDGET: BodyBudget = {
  ofNetwork: 64 * MEBIBYTE,
  ofStrangers: 384 * MEBIBYTE,
  total: 512 * MEBIBYTE,
};

/** So much has every connection for its headers, too. */
const UNCOUNTED_BYTES = 16 * 1024;
const RETRY_SECONDS = '5';

export interface BodyMeter {
  /** Whether it fits. What doesn't isn't counted. */
  take(from: string | undefined, bytes: number): boolean;
  giveBack(from: string | undefined, bytes: number): void;
}

/** `from` is an address; undefined for a device that is established. */
export function createBodyMeter({ ofNetwork, ofStrangers, total }: BodyBudget): BodyMeter {
  const held = new Map<string, number>();
  let [strangers, all] = [0, 0];
  return {
    take(from, bytes) {
      if (all + bytes > total) return false;
      if (from !== undefined) {
        const networks = networksOf(from);
        const hasRoom = networks.every(
          ({ name, allowance }) => (held.get(name) ?? 0) + bytes <= ofNetwork * allowance,
        );
        if (!hasRoom || strangers + bytes > ofStrangers) return false;
        for (const { name } of networks) held.set(name, (held.get(name) ?? 0) + bytes);
        strangers += bytes;
      }
      all += bytes;
      return true;
    },
    giveBack(from, bytes) {
      all -= bytes;
      if (from === undefined) return;
      strangers -= bytes;
      for (const { name } of networksOf(from)) {
        const left = (held.get(name) ?? 0) - bytes;
        if (left > 0) held.set(name, left);
        else held.delete(name);
      }
    },
  };
}

function hasLargeBody({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > UNCOUNTED_BYTES;
}

const tooMuch = () => new ProblemError('RATE_LIMITED', {}, { 'retry-after': RETRY_SECONDS });

/** @param isEstablished asked only where the network has no room left. To be added after the proof is checked. */
export function limitBodies(
  server: FastifyInstance,
  isEstablished: (request: FastifyRequest) => Promise<boolean>,
  budget: BodyBudget = BODY_BUDGET,
): void {
  const meter = createBodyMeter(budget);
  server.addHook('preParsing', async (request, reply, payload) => {
    if (request.routeOptions.config.access === 'staff' || !hasLargeBody(request)) return payload;
    let from: string | undefined = request.ip;
    const isFull = !meter.take(from, UNCOUNTED_BYTES);
    if (!isFull) meter.giveBack(from, UNCOUNTED_BYTES);
    else if (await isEstablished(request)) from = undefined;
    else throw tooMuch();

    let taken = 0;
    reply.raw.once('close', () => {
      meter.giveBack(from, taken);
      taken = 0;
    });
    return counted(payload, (bytes) => {
      if (reply.raw.closed || !meter.take(from, bytes)) return false;
      taken += bytes;
      return true;
    });
  });
}

/** The body, for as long as `take` agrees. */
function counted(payload: Readable, take: (bytes: number) => boolean): Readable {
  const body = new PassThrough();
  // The reader gets the error; without a reader there is nothing to do.
  body.on('error', () => undefined);
  payload.on('data', (chunk: Buffer) => {
    if (body.destroyed) return;
    // What still comes is read and forgotten, so that the answer reaches a client that is still sending.
    if (!take(chunk.length)) body.destroy(tooMuch());
    else body.write(chunk);
  });
  payload.once('end', () => body.end());
  payload.once('error', (error) => body.destroy(error));
  payload.once('close', () => {
    if (!body.writableEnded) body.destroy(new Error('The request ended early.'));
  });
  return body;
}
