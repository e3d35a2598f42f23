/** What the double takes: the operations that the product calls, with the parameters that Stripe's specification of 2026-10-28 knows for them. Any other is refused, as stripe-mock does. */

export type Params = Readonly<Record<string, string>>;

/** `a[b]=c&d=e`, or the same in a query. */
export function readParams(text: string): Params {
  return Object.fromEntries(new URLSearchParams(text));
}

const METADATA = /^metadata\[\w+\]$/;
const EXPAND = /^expand\[\d+\]$/;
const common = ['amount', 'currency', 'customer', 'description', 'payment_method', 'payment_method_types[0]'];

/** By method and path, with `:id` for an id. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  'POST customers': [],
  'POST payment_intents': [...common, 'capture_method', 'setup_future_usage'],
  'GET payment_intents/:id': [],
  'POST payment_intents/:id': ['amount', 'description', 'setup_future_usage'],
  'POST payment_intents/:id/confirm': ['payment_method', 'off_session'],
  'POST payment_intents/:id/capture': ['amount_to_capture'],
  'POST payment_intents/:id/cancel': ['cancellation_reason'],
  'POST setup_intents': ['customer', 'description', 'payment_method_types[0]', 'usage'],
  'GET setup_intents/:id': [],
  'POST setup_intents/:id/confirm': ['payment_method'],
  'POST setup_intents/:id/cancel': ['cancellation_reason'],
  'POST payment_methods/:id/detach': [],
  'GET charges': ['payment_intent', 'limit', 'starting_after'],
  'GET setup_attempts': ['setup_intent', 'limit', 'starting_after'],
  'POST refunds': ['payment_intent', 'amount', 'reason'],
  'GET refunds': ['payment_intent', 'limit', 'starting_after'],
  'GET disputes': ['payment_intent', 'limit', 'starting_after'],
  'GET balance_transactions': ['created[gte]', 'limit', 'starting_after'],
  'GET events': ['created[gte]', 'limit', 'starting_after'],
};

export interface Operation {
  readonly name: string;
  readonly id: string;
}

export class StripeFault extends Error {
  override name = 'StripeFault';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(String(body.code ?? body.type));
    this.status = status;
    this.body = body;
  }
}

export const invalid = (code: string, message = code): StripeFault =>
  new StripeFault(400, { type: 'invalid_request_error', code, message });

/** @throws StripeFault where the operation, or one of its parameters, isn't known. */
export function readOperation(method: string, path: string, params: Params): Operation {
  const [resource = '', id, action] = path.split('/');
  const name = `${method} ${[resource, ...(id === undefined ? [] : [':id']), ...(action === undefined ? [] : [action])].join('/')}`;
  const known = OPERATIONS[name];
  if (!known)
    throw new StripeFault(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${name})`,
    });
  for (const param of Object.keys(params))
    if (!known.includes(param) && !METADATA.test(param) && !EXPAND.test(param))
      throw invalid('parameter_unknown', `Received unknown parameter: ${param}`);
  return { name, id: id ?? '' };
}
