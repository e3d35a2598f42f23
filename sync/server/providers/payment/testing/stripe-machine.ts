/** What the double keeps and does, without keys, faults and a network. */
import {
  cancelIntent,
  captureIntent,
  confirmIntent,
  type EngineIntent,
  newIntent,
  refundIntent,
  settleIntent,
  updateIntent,
} from '../demo/engine.ts';
import type { NewIntent } from '../provider.ts';
import {
  chargeOf,
  declinesJson,
  disputeJson,
  errorOf,
  intentJson,
  isCharged,
  type Json,
  movementJson,
  refundJson,
  type StripeExtra,
} from './stripe-json.ts';
import { invalid, type Operation, type Params, StripeFault } from './stripe-requests.ts';

export interface DoubleEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly object: Json;
}

const EVENT_MS = 30 * 86_400_000;

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

export const engineMethod = (method: string): string => METHODS[method] ?? method.replace(/^pm_/, '');

const EVENT_OF = {
  ...{ open: 'payment_intent.payment_failed', action: 'payment_intent.requires_action' },
  ...{ processing: 'payment_intent.processing', held: 'payment_intent.amount_capturable_updated' },
  ...{ succeeded: 'payment_intent.succeeded', canceled: 'payment_intent.canceled' },
} as const;

function metadataOf(params: Params): Params {
  const found = Object.entries(params).flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(found);
}

function listed(rows: readonly Json[], { limit = '10', starting_after: after }: Params): Json {
  const from = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  const data = rows.slice(from, from + Number(limit));
  return { object: 'list', data, has_more: from + data.length < rows.length };
}

export function createStripeMachine(clock: () => number) {
  const intents = new Map<string, EngineIntent>();
  const extras = new Map<string, StripeExtra>();
  const events: DoubleEvent[] = [];
  const hearers = new Set<(event: DoubleEvent) => void>();
  const detached = new Set<string>();
  let count = 0;
  const nextId = (prefix: string) => {
    count += 1;
    return `${prefix}_double${String(count).padStart(8, '0')}`;
  };
  const extraOf = (id: string): StripeExtra =>
    extras.get(id) ?? { customer: null, description: '', metadata: {} };

  function tell(type: string, object: Json | undefined): void {
    if (!object) return;
    const event = { id: nextId('evt'), type, created: Math.floor(clock() / 1000), object };
    events.push(event);
    for (const hear of hearers) hear(event);
  }

  function put(before: EngineIntent | undefined, after: EngineIntent): EngineIntent {
    intents.set(after.id, after);
    const json = () => intentJson(after, extraOf(after.id), false);
    const isSetup = after.kind === 'setup';
    // Each declined card by itself, also of the same reason.
    if (before && (after.tries?.length ?? 0) > (before.tries?.length ?? 0))
      tell(isSetup ? 'setup_intent.setup_failed' : EVENT_OF.open, json());
    else if (before && before.state !== after.state)
      tell(isSetup ? `setup_intent.${after.state}` : EVENT_OF[after.state], json());
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
      ...(customer !== undefined && method === undefined ? { keeper: { customer } } : {}),
    };
    const intent = newIntent(nextId(isSetup ? 'seti' : 'pi'), request, clock());
    extras.set(intent.id, { customer: customer ?? null, description, metadata });
    return put(undefined, intent);
  }

  function confirm(id: string, params: Params): EngineIntent {
    const { payment_method: method, off_session } = params;
    if (method !== undefined && detached.has(method)) throw invalid('payment_method_detached');
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

  function ofIntent(params: Params, rows: (intent: EngineIntent) => readonly (Json | undefined)[]): Json {
    const intent = read(params.payment_intent ?? params.setup_intent ?? '');
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

  /** Whatever saved it: once it is detached, nothing is paid by it. */
  function detach(id: string): Json {
    const isKnown = [...intents.values()].some(({ saved }) => saved?.method === engineMethod(id));
    if (!isKnown || detached.has(id)) throw invalid('resource_missing');
    detached.add(id);
    return { id, object: 'payment_method', customer: null };
  }

  return {
    ...{ clock, intents, events, hearers, extraOf, nextId, read, change, create, confirm, ofIntent },
    ...{ refund, detach },
  };
}
export type StripeMachine = ReturnType<typeof createStripeMachine>;

/** @throws StripeFault, EngineFault */
export function answerOf(machine: StripeMachine, { name, id }: Operation, params: Params): Json {
  const { intents, events, extraOf, nextId, read, change, create, confirm, ofIntent, refund, detach, clock } =
    machine;
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
      return shown(
        change(id, (intent) => {
          const usage = params.setup_future_usage;
          if (usage && extraOf(id).customer === null) throw invalid('customer_missing');
          const keeps = usage === undefined ? undefined : usage === 'off_session';
          return updateIntent(intent, Number(params.amount), keeps);
        }),
      );
    case 'POST payment_methods/:id/detach':
      return detach(id);
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
    case 'GET charges':
      return ofIntent(params, (one) => [...declinesJson(one), ...(isCharged(one) ? [chargeOf(one)] : [])]);
    case 'GET setup_attempts':
      return ofIntent(params, declinesJson);
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
