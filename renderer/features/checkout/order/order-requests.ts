/** What is asked of one order, by its token. */
import {
  type Acceptance,
  type BillingChange,
  type OrderAnswer,
  type OrderToken,
  orderAnswerSchema,
  orderTokenSchema,
  type PaymentAnswer,
  type PaymentConfirm,
  type PaymentStarted,
  type PharmacyChange,
  paymentAnswerSchema,
  paymentStartedSchema,
} from '../../../../sync/protocol/api/orders.ts';
import type { Problem } from '../../../../sync/protocol/base/problem.ts';

export type Asked<Answer> =
  | { readonly status: 'ok'; readonly answer: Answer }
  /** There is no such order, or not yet; or the token isn't its own. */
  | { readonly status: 'absent' }
  | { readonly status: 'offline' }
  /** `code`: of the problem; empty where the answer was none of ours. `detail`: what of it, where it says so. */
  | { readonly status: 'refused'; readonly code: string; readonly detail?: string };

export interface OrderRequests {
  read(): Promise<Asked<OrderAnswer>>;
  accept(acceptance: Acceptance): Promise<Asked<OrderAnswer>>;
  changePharmacy(change: PharmacyChange): Promise<Asked<OrderAnswer>>;
  changeBilling(change: BillingChange): Promise<Asked<OrderAnswer>>;
  cancel(): Promise<Asked<OrderAnswer>>;
  /** What a code for another device holds, for five minutes. */
  handOff(): Promise<Asked<OrderToken>>;
  startPayment(total: number): Promise<Asked<PaymentStarted>>;
  confirmPayment(confirm: PaymentConfirm): Promise<Asked<PaymentAnswer>>;
  checkPayment(): Promise<Asked<PaymentAnswer>>;
}

/** A provider may take its time; longer than that, nobody knows what became of it. */
const ANSWER_MS = 30_000;

interface Reads<Answer> {
  safeParse(body: unknown): { readonly success: boolean; readonly data?: Answer | undefined };
}

/** `unreachable`: nobody has said that it is over, and it may be tried again. */
export type Exchanged =
  | { readonly status: 'opened'; readonly token: string }
  | { readonly status: 'unreachable' | 'over' };

/** Of a code that another device has shown: it counts once. @param wanted what is to open the order here. */
export async function exchangeHandOff(
  vendor: string,
  order: string,
  handOff: string,
  wanted: string,
): Promise<Exchanged> {
  const ask = askOrder(vendor, order, `HandOff ${handOff}`);
  const asked = await ask('/hand-off/opening', orderTokenSchema, { token: wanted });
  if (asked.status === 'ok') return { status: 'opened', token: asked.answer.token };
  if (asked.status !== 'absent') return { status: 'unreachable' };
  // Spent: by this device, where the answer to a try before was lost.
  const { status } = await createOrderRequests(vendor, order, wanted).read();
  if (status === 'ok') return { status: 'opened', token: wanted };
  return { status: status === 'absent' ? 'over' : 'unreachable' };
}

function askOrder(
  vendor: string,
  order: string,
  authorization: string,
  fetch: typeof globalThis.fetch = (...asked) => globalThis.fetch(...asked),
) {
  const address = `/connect/${vendor}/orders/v1/${order}`;
  return async <Answer>(path: string, schema: Reads<Answer>, body?: object): Promise<Asked<Answer>> => {
    let response: Response;
    try {
      response = await fetch(`${address}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        cache: 'no-store',
        credentials: 'same-origin',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
    } catch {
      return { status: 'offline' };
    }
    const json: unknown = await response.json().catch(() => undefined);
    if (!response.ok) {
      if (response.status === 404) return { status: 'absent' };
      const { code, detail } = typeof json === 'object' && json !== null ? (json as Partial<Problem>) : {};
      return {
        ...{ status: 'refused', code: typeof code === 'string' ? code : '' },
        ...(typeof detail === 'string' && { detail }),
      };
    }
    const read = schema.safeParse(json);
    return read.success && read.data !== undefined
      ? { status: 'ok', answer: read.data }
      : { status: 'refused', code: '' };
  };
}

export function createOrderRequests(
  vendor: string,
  order: string,
  token: string,
  fetch?: typeof globalThis.fetch,
): OrderRequests {
  const ask = askOrder(vendor, order, `Order ${token}`, fetch);
  return {
    read: () => ask('', orderAnswerSchema),
    accept: (acceptance) => ask('/acceptance', orderAnswerSchema, acceptance),
    changePharmacy: (change) => ask('/pharmacy', orderAnswerSchema, change),
    changeBilling: (change) => ask('/billing', orderAnswerSchema, change),
    cancel: () => ask('/cancellation', orderAnswerSchema, {}),
    handOff: () => ask('/hand-off', orderTokenSchema, {}),
    startPayment: (total) => ask('/payment', paymentStartedSchema, { total }),
    confirmPayment: (confirm) => ask('/payment/confirm', paymentAnswerSchema, confirm),
    checkPayment: () => ask('/payment/check', paymentAnswerSchema, {}),
  };
}
