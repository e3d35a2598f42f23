/**
 * Stripe on this machine, over HTTP or in memory: intents, setups, refunds and disputes that behave as documented, keys that live for a day, a clock of the
 * test's own, events with their deliveries, and faults before it acts, after it, and in its answer. Cards are the demo's, under Stripe's names of test cards.
 * It has no frame to type a card into: `onDevice` does what Stripe's script does.
 */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import {
  confirmIntent,
  disputeIntent,
  EngineFault,
  type EngineIntent,
  type NewDispute,
  refundIntent,
} from '../demo/engine.ts';
import type { Json } from './stripe-json.ts';
import { answerOf, createStripeMachine, type DoubleEvent, engineMethod } from './stripe-machine.ts';
import { invalid, readOperation, readParams, StripeFault } from './stripe-requests.ts';

export type { DoubleEvent } from './stripe-machine.ts';

/** Before it acts, after it has, or acting and answering what says nothing: `error-after` is kept under its key, as Stripe does. */
export type DoubleFault = 'lost' | 'answer-lost' | 'error' | 'error-after' | 'busy' | 'too-many';

export interface DoubleCall {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly key: string | undefined;
}

export interface StripeDouble {
  /** All that it was asked, as it came. */
  readonly calls: DoubleCall[];
  readonly events: DoubleEvent[];
  readonly intents: ReadonlyMap<string, EngineIntent>;
  /** In memory, for the library's `createFetchHttpClient`. */
  readonly fetch: typeof fetch;
  /** What the next calls meet; undefined: nothing. */
  faultOf: (call: DoubleCall) => DoubleFault | undefined;
  /** By Stripe's script, with the secret of a started payment: confirms, and answers the bank. @param postcode of the billing address, as its script was told it. */
  onDevice(intent: string, method: string, postcode?: string): EngineIntent;
  bankAnswers(intent: string, challenge: 'passed' | 'refused'): EngineIntent;
  disputes(intent: string, how?: Omit<NewDispute, 'id'>): void;
  /** By staff, at Stripe's own page. */
  refundsByHand(intent: string, amount: number): void;
  /** What has happened by itself by now, with its events. */
  tick(): void;
  /** Told of each event as it comes. @returns what ends it. */
  onEvent(hear: (event: DoubleEvent) => void): () => void;
  /** As Stripe sends it. */
  delivery(event: DoubleEvent, secret: string): { readonly payload: string; readonly signature: string };
  /** Over HTTP; closed by `close`. */
  listen(): Promise<{ readonly host: string; readonly port: number; close(): Promise<void> }>;
}

const KEY_MS = 86_400_000;
const HTTP_OK = 200;

interface KeptAnswer {
  readonly request: string;
  readonly status: number;
  readonly json: Json;
  readonly at: number;
}

export function createStripeDouble(clock: () => number): StripeDouble {
  const machine = createStripeMachine(clock);
  const { intents, events, hearers, change, read, nextId } = machine;
  const keys = new Map<string, KeptAnswer>();
  const calls: DoubleCall[] = [];

  /** Under its key the answer is kept, also of a fault. @throws StripeFault */
  function carryOut(call: DoubleCall): { readonly status: number; readonly json: Json } {
    const [path = '', query = ''] = call.path.replace(/^\/v1\//, '').split('?');
    const params = readParams(call.method === 'GET' ? query : call.body);
    const request = createHash('sha256').update(`${call.method} ${path} ${call.body}`).digest('hex');
    const kept = call.key === undefined ? undefined : keys.get(call.key);
    if (kept && clock() - kept.at < KEY_MS) {
      if (kept.request !== request)
        throw new StripeFault(400, {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters',
        });
      return kept;
    }
    let result: { readonly status: number; readonly json: Json };
    try {
      result = { status: HTTP_OK, json: answerOf(machine, readOperation(call.method, path, params), params) };
    } catch (error) {
      const fault = error instanceof EngineFault ? invalid(codeOf(error.code)) : error;
      if (!(fault instanceof StripeFault)) throw error;
      result = { status: fault.status, json: { error: fault.body } };
    }
    if (call.key !== undefined && call.method === 'POST')
      keys.set(call.key, { ...result, request, at: clock() });
    return result;
  }

  function handle(call: DoubleCall): { readonly status: number; readonly json: Json } | 'lost' {
    calls.push(call);
    const fault = double.faultOf(call);
    if (fault === 'lost') return 'lost';
    if (fault === 'busy')
      return { status: 409, json: { error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } } };
    if (fault === 'too-many')
      return { status: 429, json: { error: { type: 'rate_limit_error', code: 'rate_limit' } } };
    const broken = { status: 500, json: { error: { type: 'api_error', message: 'Something went wrong' } } };
    if (fault === 'error') return broken;
    let result: { readonly status: number; readonly json: Json };
    try {
      result = carryOut(call);
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      result = { status: error.status, json: { error: error.body } };
    }
    if (fault === 'answer-lost') return 'lost';
    if (fault !== 'error-after') return result;
    const kept = call.key === undefined ? undefined : keys.get(call.key);
    if (call.key !== undefined && kept) keys.set(call.key, { ...kept, ...broken });
    return broken;
  }

  const double: StripeDouble = {
    ...{ calls, events, intents },
    faultOf: () => undefined,
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const headers = new Headers(init?.headers);
      const body = typeof init?.body === 'string' ? init.body : '';
      const path = `${url.pathname}${decodeURIComponent(url.search)}`;
      const result = handle({
        method: init?.method ?? 'GET',
        path,
        body,
        key: headers.get('idempotency-key') ?? undefined,
      });
      if (result === 'lost') throw new TypeError('fetch failed');
      return Response.json(result.json, { status: result.status });
    },
    onDevice: (id, method, postcode = '') =>
      change(id, (one) => confirmIntent(one, { method: engineMethod(method), postcode }, clock())),
    bankAnswers: (id, challenge) => change(id, (one) => confirmIntent(one, { challenge }, clock())),
    disputes: (id, how = {}) =>
      void change(id, (one) => disputeIntent(one, { ...how, id: nextId('dp') }, clock())),
    refundsByHand: (id, amount) =>
      void change(id, (one) => refundIntent(one, { id: nextId('re'), amount }, clock())),
    tick() {
      for (const id of intents.keys()) read(id);
    },
    onEvent(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
    delivery({ id, type, created, object }, secret) {
      const event = { id, object: 'event', type, created, livemode: false, data: { object } };
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(clock() / 1000);
      return { payload, signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) };
    },
    async listen() {
      const server: Server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const key = request.headers['idempotency-key'];
          const result = handle({
            ...{ method: request.method ?? 'GET', path: decodeURIComponent(request.url ?? '') },
            ...{
              body: Buffer.concat(chunks).toString('utf8'),
              key: typeof key === 'string' ? key : undefined,
            },
          });
          if (result === 'lost') return void request.socket.destroy();
          response.writeHead(result.status, { 'content-type': 'application/json' });
          response.end(JSON.stringify(result.json));
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      return {
        ...{ host: '127.0.0.1', port },
        close: () =>
          new Promise<void>((resolve) => {
            server.closeAllConnections();
            server.close(() => resolve());
          }),
      };
    },
  };
  return double;
}

const codeOf = (code: string) => (code === 'intent_state' ? 'payment_intent_unexpected_state' : code);
