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
  cancelIntent,
  captureIntent,
  confirmIntent,
  disputeIntent,
  EngineFault,
  type EngineIntent,
  newIntent,
  refundIntent,
  settleIntent,
  updateIntent,
} from '../demo/engine.ts';
import type { NewIntent } from '../provider.ts';
import {
  disputeJson,
  errorOf,
  intentJson,
  type Json,
  movementJson,
  refundJson,
  type StripeExtra,
} from './stripe-json.ts';
import {
  invalid,
  type Operation,
  type Params,
  readOperation,
  readParams,
  StripeFault,
} from './stripe-requests.ts';

/** Before it acts, after it has, or acting and answering what says nothing: `error-after` is kept under its key, as Stripe does. */
export type DoubleFault = 'lost' | 'answer-lost' | 'error' | 'error-after' | 'busy' | 'too-many';

export interface DoubleEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly object: Json;
}

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
  /** By Stripe's script, with the secret of a started payment: confirms, and answers the bank. */
  onDevice(intent: string, method: string): EngineIntent;
  bankAnswers(intent: string, challenge: 'passed' | 'refused'): EngineIntent;
  disputes(intent: string): void;
  /** By staff, at Stripe's own page. */
  refundsByHand(intent: string, amount: number): void;
  /** What has happened by itself by now, with its events. */
  tick(): void;
  /** As Stripe sends it. */
  delivery(event: DoubleEvent, secret: string): { readonly payload: string; readonly signature: string };
  /** Over HTTP; closed by `close`. */
  listen(): Promise<{ readonly host: string; readonly port: number; close(): Promise<void> }>;
}

const KEY_MS = 86_400_000;
const EVENT_MS = 30 * KEY_MS;
const HTTP_OK = 200;

/** Stripe's names of test cards, where the demo has the same. */
const METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: 'demo_4242',
  pm_card_visa_chargeDeclined: 'demo_declined',
  pm_card_visa_chargeDeclinedInsufficientFunds: 'demo_no_funds',
  pm_card_chargeDeclinedExpiredCard: 'demo_expired',
  pm_card_chargeDeclinedIncorrectCvc: 'demo_wrong_cvc',
  pm_card_chargeDeclinedProcessingError: 'demo_error',
  pm_card_chargeCustomerFail: 'demo_fails_later',
  pm_card_authenticationRequired: 'demo_3ds_always',
  pm_card_createDispute: 'demo_dispute',
  pm_card_refundFail: 'demo_refund_fails',
  pm_card_pendingRefund: 'demo_refund_later',
};

const engineMethod = (method: string): string => METHODS[method] ?? method.replace(/^pm_/, '');

interface KeptAnswer {
  readonly request: string;
  readonly status: number;
  readonly json: Json;
  readonly at: number;
}

const EVENT_OF = {
  ...{ open: 'payment_intent.payment_failed', action: 'payment_intent.requires_action' },
  ...{ processing: 'payment_intent.processing', held: 'payment_intent.amount_capturable_updated' },
  ...{ succeeded: 'payment_intent.succeeded', canceled: 'payment_intent.canceled' },
} as const;

export function createStripeDouble(clock: () => number): StripeDouble {
  const intents = new Map<string, EngineIntent>();
  const extras = new Map<string, StripeExtra>();
  const keys = new Map<string, KeptAnswer>();
  const calls: DoubleCall[] = [];
  const events: DoubleEvent[] = [];
  let count = 0;
  const nextId = (prefix: string) => `${prefix}_double${String((count += 1)).padStart(8, '0')}`;
  const extraOf = (id: string): StripeExtra =>
    extras.get(id) ?? { customer: null, description: '', metadata: {} };

  function tell(type: string, object: Json | undefined): void {
    if (object) events.push({ id: nextId('evt'), type, created: Math.floor(clock() / 1000), object });
  }

  function put(before: EngineIntent | undefined, after: EngineIntent): EngineIntent {
    intents.set(after.id, after);
    const json = () => intentJson(after, extraOf(after.id), false);
    if (before && before.state !== after.state)
      tell(after.kind === 'setup' ? `setup_intent.${after.state}` : EVENT_OF[after.state], json());
    else if (before && after.declined && before.declined !== after.declined) tell(EVENT_OF.open, json());
    for (const refund of after.refunds) {
      const was = before?.refunds.find(({ id }) => id === refund.id);
      if (!was) tell('charge.refunded', { id: 'ch', object: 'charge', payment_intent: after.id });
      if (was?.state !== refund.state)
        tell(was ? 'refund.updated' : 'refund.created', refundJson(after, refund.id));
    }
    for (const dispute of after.disputes) {
      const was = before?.disputes.find(({ id }) => id === dispute.id);
      if (was?.state !== dispute.state)
        tell(was ? 'charge.dispute.closed' : 'charge.dispute.created', disputeJson(after, dispute.id));
    }
    return after;
  }

  function read(id: string): EngineIntent {
    const stored = intents.get(id);
    if (!stored) throw new StripeFault(404, { type: 'invalid_request_error', code: 'resource_missing' });
    const settled = settleIntent(stored, clock());
    return settled === stored ? stored : put(stored, settled);
  }

  function change(id: string, step: (intent: EngineIntent) => EngineIntent): EngineIntent {
    const before = read(id);
    return put(before, step(before));
  }

  function metadataOf(params: Params): Params {
    const found = Object.entries(params).flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value] as const];
    });
    return Object.fromEntries(found);
  }

  function create(params: Params, isSetup: boolean): EngineIntent {
    const purpose: NewIntent['purpose'] = isSetup
      ? 'save'
      : params.capture_method === 'manual'
        ? 'hold'
        : 'charge';
    const metadata = metadataOf(params);
    const { customer, payment_method: method, description = '' } = params;
    if (params.setup_future_usage !== undefined && customer === undefined) throw invalid('customer_missing');
    const request: NewIntent = {
      ...{ purpose, amount: Number(params.amount ?? 0), currency: (params.currency ?? '').toUpperCase() },
      ...{ order: metadata.order ?? '', vendor: metadata.vendor ?? '' },
      ...(customer !== undefined && method !== undefined
        ? { saved: { customer, method: engineMethod(method) } }
        : {}),
    };
    const intent = newIntent(nextId(isSetup ? 'seti' : 'pi'), request, clock());
    extras.set(intent.id, { customer: customer ?? null, description, metadata });
    return put(undefined, intent);
  }

  function confirm(id: string, params: Params): EngineIntent {
    const { payment_method: method, off_session } = params;
    const confirmed = change(id, (intent) =>
      confirmIntent(
        intent,
        {
          ...(method === undefined ? {} : { method: engineMethod(method) }),
          ...(off_session === 'true' ? { offSession: true } : {}),
        },
        clock(),
      ),
    );
    const error = errorOf(confirmed);
    if (error) throw new StripeFault(402, { ...error, message: 'Your card was declined.' });
    return confirmed;
  }

  function listed(rows: readonly Json[], { limit = '10', starting_after: after }: Params): Json {
    const from = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
    const data = rows.slice(from, from + Number(limit));
    return { object: 'list', data, has_more: from + data.length < rows.length };
  }

  function ofIntent(params: Params, rows: (intent: EngineIntent) => readonly (Json | undefined)[]): Json {
    const intent = read(params.payment_intent ?? '');
    return listed(
      rows(intent).filter((row) => row !== undefined),
      params,
    );
  }

  function refund(params: Params): Json {
    const id = nextId('re');
    const work = metadataOf(params).work;
    const asked = { id, amount: Number(params.amount), ...(typeof work === 'string' ? { key: work } : {}) };
    const intent = change(params.payment_intent ?? '', (one) => refundIntent(one, asked, clock()));
    return refundJson(intent, id) ?? {};
  }

  function answer({ name, id }: Operation, params: Params): Json {
    const shown = (intent: EngineIntent) =>
      intentJson(
        intent,
        extraOf(intent.id),
        Object.keys(params).some((one) => one.startsWith('expand')),
      );
    const since = Number(params['created[gte]'] ?? 0);
    switch (name) {
      case 'POST customers':
        return { id: nextId('cus'), object: 'customer', metadata: metadataOf(params) };
      case 'POST payment_intents':
        return shown(create(params, false));
      case 'POST setup_intents':
        return shown(create(params, true));
      case 'GET payment_intents/:id':
      case 'GET setup_intents/:id':
        return shown(read(id));
      case 'POST payment_intents/:id':
        return shown(change(id, (intent) => updateIntent(intent, Number(params.amount))));
      case 'POST payment_intents/:id/confirm':
      case 'POST setup_intents/:id/confirm':
        return shown(confirm(id, params));
      case 'POST payment_intents/:id/capture':
        return shown(
          change(id, (one) => captureIntent(one, Number(params.amount_to_capture ?? one.amount), clock())),
        );
      case 'POST payment_intents/:id/cancel':
      case 'POST setup_intents/:id/cancel':
        return shown(change(id, cancelIntent));
      case 'POST refunds':
        return refund(params);
      case 'GET refunds':
        return ofIntent(params, (one) => one.refunds.map((row) => refundJson(one, row.id)));
      case 'GET disputes':
        return ofIntent(params, (one) => one.disputes.map((row) => disputeJson(one, row.id)));
      case 'GET balance_transactions': {
        for (const one of intents.keys()) read(one);
        const rows = [...intents.values()].flatMap((one) =>
          one.movements.map((row, index) => movementJson(one, row, index)),
        );
        return listed(
          rows.filter(({ created }) => Number(created) >= since),
          params,
        );
      }
      default: {
        const oldest = Math.max(since, (clock() - EVENT_MS) / 1000);
        const rows = events.filter(({ created }) => created >= oldest);
        return listed(
          rows.map(({ object, ...event }) => ({ ...event, object: 'event', data: { object } })),
          params,
        );
      }
    }
  }

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
      result = { status: HTTP_OK, json: answer(readOperation(call.method, path, params), params) };
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
    onDevice: (id, method) =>
      change(id, (one) => confirmIntent(one, { method: engineMethod(method) }, clock())),
    bankAnswers: (id, challenge) => change(id, (one) => confirmIntent(one, { challenge }, clock())),
    disputes: (id) => void change(id, (one) => disputeIntent(one, nextId('dp'), clock())),
    refundsByHand: (id, amount) =>
      void change(id, (one) => refundIntent(one, { id: nextId('re'), amount }, clock())),
    tick() {
      for (const id of intents.keys()) read(id);
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
